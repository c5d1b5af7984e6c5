import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { forgetDraft } from "~/quote/form/draft";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import { failureLine, failureText, isHeld, type Outcome, SUCCESS_MESSAGE } from "~/quote/outcome";
import { SubmittedValues } from "~/quote/receipt/submitted-values";
import { useBusiness } from "~/root-data";

const MESSAGE_MS = 5000;
const STEP_MS = 100;

/** Whether a form without errors was not sent, or is held. */
export const isFailure = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome !== undefined && outcome.kind !== "invalid";

/**
 * The red message. After 5 s the failure line replaces it, in the same element, so that focus and layout stay. The message of an
 * `unconfirmed` outcome stays red; a held request shows the failure line from the start.
 */
export function FailureMessage({ outcome, submitLabel }: { outcome: Outcome; submitLabel: string }) {
  const { phone } = useBusiness();
  const [expired, setExpired] = useState<Outcome>();
  const isRed = !isHeld(outcome) && expired !== outcome;
  const online = useSyncExternalStore(onNetwork, isOnline, () => true);
  const message = useMessage(outcome, isRed && outcome.kind !== "unconfirmed", () => setExpired(outcome));
  return (
    <div className={isRed ? "message failure" : "message"} ref={message} tabIndex={-1} autoFocus>
      {outcome.kind === "offline" && online ? (
        <>
          <p role="alert">You're back online.</p>
          <button className="button" type="submit">
            Send now
          </button>
        </>
      ) : isRed ? (
        <p role="alert">{failureText(outcome, phone, submitLabel)}</p>
      ) : (
        <FailureLine outcome={outcome} />
      )}
    </div>
  );
}

const isOnline = () => navigator.onLine;

function onNetwork(change: () => void) {
  for (const type of ["online", "offline"]) addEventListener(type, change);
  return () => {
    for (const type of ["online", "offline"]) removeEventListener(type, change);
  };
}

/** The failure line: beside the button until the next submission, and in place of the red message. */
export function FailureLine({ outcome, sending }: { outcome: Outcome; sending?: boolean }) {
  const { phone, phoneHref } = useBusiness();
  return (
    <p className="failure-line" style={{ visibility: sending ? "hidden" : undefined }}>
      {failureLine(outcome)}
      <a href={phoneHref}>{phone}</a>.
    </p>
  );
}

/**
 * The green message. Calls `onExpire` after 5 s, unless a key was pressed or the focus moved in the dialog around it, or the
 * visitor opened the submitted values.
 */
export function SuccessMessage({ receiptToken, onExpire }: { receiptToken: string; onExpire: () => void }) {
  const { sms, email } = useBusiness();
  const [inUse, setInUse] = useState(false);
  const message = useMessage(receiptToken, !inUse, onExpire);
  // Submitted from this tab before React ran; a shared URL has another referrer or none. A layout effect, so that the draft is
  // deleted before the form below restores it.
  useIsomorphicLayoutEffect(() => {
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
    <div className="message success" ref={message} tabIndex={-1} autoFocus>
      <p role="status">{SUCCESS_MESSAGE}</p>
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
 * Focuses a message and, if `isTimed`, calls `onEnd` after it has been shown for 5 s. The timer pauses while the tab is hidden or
 * the pointer is over the message. A new `occasion` restarts both.
 */
function useMessage(occasion: unknown, isTimed: boolean, onEnd: () => void): RefObject<HTMLDivElement> {
  const message = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (occasion) message.current?.focus();
  }, [occasion]);
  useEffect(() => {
    if (!occasion || !isTimed) return;
    let left = MESSAGE_MS;
    const timer = setInterval(() => {
      if (document.hidden || message.current?.matches(":hover")) return;
      left -= STEP_MS;
      if (left > 0) return;
      clearInterval(timer);
      end.current();
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [occasion, isTimed]);
  return message;
}
