import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { forgetDraft } from "~/quote/form/draft";
import { isMending } from "~/quote/form/use-form-validation";
import { failureLine, failureText, isHeld, type Outcome, SENT, SUCCESS_MESSAGE } from "~/quote/outcome";
import { useRequest } from "~/quote/receipt/receipt";
import { SubmittedValues } from "~/quote/receipt/submitted-values";
import { useBusiness } from "~/root-data";

const MESSAGE_MS = 5000;

/** Whether a form without errors was not sent, or is held. */
export const isFailure = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome !== undefined && outcome.kind !== "invalid";

/**
 * The red message. After 5 s the failure line replaces it. All its texts share one grid cell, so nothing moves and the focus
 * stays. The message of an `unconfirmed` outcome stays red; a held request shows the failure line from the start.
 */
export function FailureMessage({ outcome, submitLabel }: { outcome: Outcome; submitLabel: string }) {
  const { phone } = useBusiness();
  const online = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
  const cameWithDocument = useRequest().posted === outcome;
  const isTimed = !isHeld(outcome) && outcome.kind !== "unconfirmed";
  const [message, isOver] = useMessage(outcome, isTimed, cameWithDocument);
  const isBack = outcome.kind === "offline" && online;
  const isRed = !isHeld(outcome) && !isOver;
  return (
    <div className={isRed ? "message failure" : "message"} ref={message} tabIndex={-1} autoFocus>
      {isBack ? (
        <div className="back-online">
          <p role="alert">You're back online.</p>
          <button className="button" type="submit">
            Send now
          </button>
        </div>
      ) : null}
      {isHeld(outcome) ? null : (
        <p role="alert" className={isRed && !isBack ? undefined : "reserved"}>
          {failureText(outcome, phone, submitLabel)}
        </p>
      )}
      <FailureLine outcome={outcome} hidden={isRed || isBack} />
    </div>
  );
}

const onNetwork = (change: () => void) => {
  window.ononline = window.onoffline = change;
  return () => {};
};

/** The failure line: beside the button until the next submission, and in place of the red message. */
export function FailureLine({ outcome, hidden }: { outcome: Outcome; hidden?: boolean }) {
  const { phone, phoneHref } = useBusiness();
  return (
    // The key makes a new element: a translator may have put its own in place of the text.
    <p key={failureLine(outcome)} className={`failure-line${hidden ? " reserved" : ""}`}>
      {failureLine(outcome)}
      <a href={phoneHref}>{phone}</a>.
    </p>
  );
}

/**
 * The green message. After 5 s calls `onExpire`, or a quiet line replaces it, unless a key was pressed or the focus moved in the
 * dialog around it, or the visitor opened the submitted values.
 */
export function SuccessMessage({ receiptToken, onExpire }: { receiptToken: string; onExpire?: () => void }) {
  const { sms, email } = useBusiness();
  const [inUse, setInUse] = useState(false);
  const [message, isOver] = useMessage(receiptToken, !inUse);
  useEffect(() => {
    if (isOver) onExpire?.();
  }, [isOver, onExpire]);
  // Submitted from this tab before React ran; a shared URL has another referrer or none. A layout effect, so that the draft is
  // deleted before the form below restores it.
  useLayoutEffect(() => {
    if (document.referrer.startsWith(`${location.origin}/`)) forgetDraft(receiptToken);
  }, [receiptToken]);
  useEffect(() => {
    const dialog = message.current?.closest("dialog");
    const onUse = ({ type, target }: Event) => {
      // Returning to the tab fires `focusin` on the message again.
      if (type === "keydown" || target !== message.current) setInUse(true);
    };
    for (const type of ["keydown", "focusin"]) dialog?.addEventListener(type, onUse);
  }, [message]);
  return (
    <div className={isOver ? "message" : "message success"} ref={message} tabIndex={-1} autoFocus>
      <p role="status" className={isOver ? "reserved" : undefined}>
        {SUCCESS_MESSAGE}
      </p>
      <p role="status" className={isOver ? undefined : "reserved"}>
        {SENT}
      </p>
      {sms ? (
        <p>
          Have photos? Text them to <a href={sms.href}>{sms.number}</a> or email them to{" "}
          <a href={`mailto:${email}`}>{email}</a>.
        </p>
      ) : null}
      <SubmittedValues receiptToken={receiptToken} onOpen={() => setInUse(true)} />
    </div>
  );
}

/**
 * Focuses a message and, if `isTimed`, returns whether it has been shown for 5 s. The timer pauses while the tab is hidden or the
 * pointer, once moved onto the message, is over it. A new `occasion` restarts both.
 */
function useMessage(
  occasion: unknown,
  isTimed: boolean,
  cameWithDocument = false,
): [RefObject<HTMLDivElement>, boolean] {
  const message = useRef<HTMLDivElement>(null);
  const [expired, setExpired] = useState<unknown>();
  useEffect(() => {
    if (occasion && !(cameWithDocument && isMending())) message.current?.focus();
  }, [occasion, cameWithDocument]);
  useEffect(() => {
    if (!isTimed) return;
    let [left, isReading] = [MESSAGE_MS, false];
    const box = message.current;
    const timer = setInterval(() => {
      isReading &&= box?.matches(":hover") === true;
      if (document.hidden || isReading) return;
      left -= 100;
      if (left <= 0) setExpired(occasion);
    }, 100);
    // Not `:hover` alone: the page may have scrolled the message under the pointer.
    const onMove = () => {
      isReading = true;
    };
    if (box) box.onpointermove = onMove;
    return () => clearInterval(timer);
  }, [occasion, isTimed]);
  return [message, expired === occasion];
}
