import { useEffect, useRef, useState } from "react";
import { forgetDraft } from "~/quote/draft";
import {
  failureMessage,
  limitedMessage,
  type Outcome,
  SUCCESS_MESSAGE,
  unreadableMessage,
} from "~/quote/outcome";
import { useMessageTime } from "~/quote/use-message-time";
import { useBusiness } from "~/site/business";

/** Whether the form was in order and yet not sent. */
export const isFailure = (outcome: Outcome | undefined) =>
  outcome !== undefined && outcome.kind !== "invalid";

function failureText(outcome: Outcome, phone: string): string {
  if (outcome.kind === "limited") return limitedMessage(phone, outcome.retryAfterS);
  return outcome.kind === "unreadable" ? unreadableMessage(phone) : failureMessage(phone);
}

/** The red message. It goes after 5 s where React runs; what to do then stands by the button, see `FailureLine`. */
export function FailureMessage({ outcome }: { outcome: Outcome | undefined }) {
  const { phone } = useBusiness();
  const message = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<Outcome>();
  const shown = isFailure(outcome) && over !== outcome;
  useMessageTime(message, shown && outcome, () => {
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
  if (!isFailure(outcome)) return null;
  return (
    <p className="failure-line" tabIndex={-1}>
      {outcome?.kind === "limited"
        ? "This request was not sent yet. "
        : "We could not confirm that your request was sent. "}
      {outcome?.kind === "unreadable" ? "" : "What you typed is still here. "}
      Try again, or call <a href={phoneHref}>{phone}</a>.
    </p>
  );
}

/** The green message; after 5 s it calls `onOver`, which without JavaScript the document's refresh does. */
export function SuccessMessage({ onOver }: { onOver: () => void }) {
  const message = useRef<HTMLDivElement>(null);
  useMessageTime(message, true, onOver);
  useEffect(() => {
    forgetDraft();
    message.current?.focus();
  }, []);
  return (
    <div className="message success" ref={message} tabIndex={-1} autoFocus>
      <p role="status">{SUCCESS_MESSAGE}</p>
    </div>
  );
}
