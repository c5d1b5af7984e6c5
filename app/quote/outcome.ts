import type { QuoteErrors, QuoteValues } from "~/quote/fields";

/**
 * The result of a submission, for the visitor. `unconfirmed`: the honeypot was filled in, so the visitor is asked to submit
 * again. `failed`: no channel has accepted it yet; it may be stored and
 * is then retried, though the visitor sees an error. Without values there was no usable response. `offline`: the device had no network.
 */
export type Outcome =
  | { kind: "sent"; values?: undefined; receiptToken?: string }
  | { kind: "invalid"; values: QuoteValues; errors: QuoteErrors }
  | { kind: "unconfirmed"; values: QuoteValues }
  | { kind: "failed"; values?: QuoteValues }
  | { kind: "offline"; values?: undefined }
  | { kind: "limited"; values: QuoteValues; retryAfterS: number; held: boolean };

export const SUCCESS_MESSAGE = "Thank you for your quote request! We'll get back to you as soon as we can.";
/** In its place later. */
export const SENT = "Your quote request was sent. We'll get back to you as soon as we can.";

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60);
  return `${count} minute${count === 1 ? "" : "s"}`;
};

/** Whether it is over a limit but saved: the visitor sees that it will be sent later. */
export const isHeld = (outcome: Outcome | undefined) => outcome?.kind === "limited" && outcome.held;

/** The red message. `submitLabel`: the label of the submit button. */
export function failureText(outcome: Outcome, phone: string, submitLabel: string): string {
  if (outcome.kind === "unconfirmed")
    return `Your request has not been sent yet. Something on your device, such as a browser extension, filled in a hidden field. Everything you typed is still here. Press "${submitLabel}" once more.`;
  if (outcome.kind !== "limited")
    return `Sorry, there was an error sending your quote request. Please try again or call us directly at ${phone}.`;
  return `Too many requests came at once. This one was not sent. Please try again in ${minutes(outcome.retryAfterS)}, or call us directly at ${phone}.`;
}

/** The failure line, up to the phone number. It can't say when a held request is sent: an earlier submission may be waiting. */
export function failureLine(outcome: Outcome): string {
  if (isHeld(outcome))
    return "This request is saved and will be sent later. There is no need to send it again. To reach us sooner, call ";
  if (outcome.kind === "limited")
    return `This request was not sent. What you typed is still here. Try again in ${minutes(outcome.retryAfterS)}, or call `;
  if (outcome.kind === "unconfirmed")
    return "This request has not been sent yet. Press the button once more, or call ";
  if (outcome.kind === "offline")
    return "You were offline. What you typed is still here. Send it once you're back online, or call ";
  return "This request was not sent. What you typed is still here. Try again, or call ";
}

/** Largest posted form, in bytes (docs/decisions/013-the-http-policy.md). */
export const BODY_LIMIT = 64 * 1024;

/** The error for a body over the limit. In percent, not characters: urlencoded, an English letter is one byte, a Russian one six. */
export function tooLong(bytes: number): string {
  const percent = 5 * (1 + Math.floor(20 * (1 - BODY_LIMIT / bytes)));
  return `Your request is too long. Shorten it by about ${percent}%`;
}
