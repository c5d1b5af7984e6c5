import { useEffect, useRef, useState } from "react";
import { forgetDraft } from "~/quote/form/draft";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import { useTimedMessage } from "~/quote/form/use-timed-message";
import {
  failureLine,
  failureMessage,
  limitedMessage,
  type Outcome,
  SUCCESS_MESSAGE,
  unreadableMessage,
} from "~/quote/outcome";
import { useBusiness } from "~/site/business";

/** Whether the form was in order and yet not sent. */
export const isFailure = (outcome: Outcome | undefined) =>
  outcome !== undefined && outcome.kind !== "invalid";

function failureText(outcome: Outcome, phone: string): string {
  if (outcome.kind === "limited") return limitedMessage(phone, outcome.retryAfterS, outcome.held);
  return outcome.kind === "unreadable" ? unreadableMessage(phone) : failureMessage(phone);
}

/** The red message. It goes after 5 s where React runs; what to do then stands by the button, see `FailureLine`. */
export function FailureMessage({ outcome }: { outcome: Outcome | undefined }) {
  const { phone } = useBusiness();
  const message = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<Outcome>();
  const shown = isFailure(outcome) && over !== outcome;
  useTimedMessage(message, shown && outcome, () => {
    // The focus must not go with the message.
    const line = document.querySelector<HTMLElement>(".failure-line");
    if (message.current?.contains(document.activeElement)) line?.focus({ preventScroll: true });
    setOver(outcome);
  });
  useEffect(() => {
    if (isFailure(outcome)) message.current?.focus();
  }, [outcome]);
  if (!shown || !outcome) return null;
  return (
    <div className="message failure" ref={message} tabIndex={-1} autoFocus>
      <p role="alert">{failureText(outcome, phone)}</p>
    </div>
  );
}

/** The quiet line by the button, which stays as long as the last try has failed. */
export function FailureLine({ outcome }: { outcome: Outcome | undefined }) {
  const { phone, phoneHref } = useBusiness();
  if (!outcome || !isFailure(outcome)) return null;
  return (
    <p className="failure-line" tabIndex={-1}>
      {failureLine(outcome)}
      <a href={phoneHref}>{phone}</a>.
    </p>
  );
}

/**
 * From here on the time is React's: it waits for a pointer or a hidden tab, which the document's own refresh does not.
 * Only `stop` calls a refresh off, and only once everything has been loaded, so that nothing else is stopped.
 */
function callOffRefresh(): void {
  const refresh = document.querySelector("meta[http-equiv=refresh]");
  if (!refresh) return;
  refresh.remove();
  if (document.readyState === "complete") stop();
  else addEventListener("load", () => setTimeout(() => stop()), { once: true });
}

/** The green message; after 5 s it calls `onOver`, which without JavaScript the document's refresh does. */
export function SuccessMessage({ mark, onOver }: { mark: string; onOver: () => void }) {
  const message = useRef<HTMLDivElement>(null);
  useTimedMessage(message, true, onOver);
  // A form of this tab that was sent without React. An address that somebody passed on has another referrer, or none.
  // In the layout, so that the form below does not put the draft back first.
  useIsomorphicLayoutEffect(() => {
    if (document.referrer.startsWith(`${location.origin}/`)) forgetDraft(mark);
  }, [mark]);
  useEffect(() => {
    callOffRefresh();
    message.current?.focus();
  }, []);
  return (
    <div className="message success" ref={message} tabIndex={-1} autoFocus>
      <p role="status">{SUCCESS_MESSAGE}</p>
    </div>
  );
}
