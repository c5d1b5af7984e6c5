import type { QuoteErrors, QuoteValues } from "~/quote/request";

/**
 * The result of a submission that was not sent. `failed` without values never reached the server. `replaces` is the id of
 * a request that is kept although the visitor saw an error; the next one replaces it. `held`: it is sent later by itself.
 */
export type Outcome =
  | { kind: "invalid"; values: QuoteValues; errors: QuoteErrors; replaces?: string }
  | { kind: "failed"; values?: QuoteValues; replaces?: string }
  | { kind: "limited"; values: QuoteValues; retryAfterS: number; held: boolean; replaces?: string }
  | { kind: "unreadable"; values?: undefined; replaces?: undefined };

export type SubmitResult = { kind: "sent" } | Outcome;

export const SUCCESS_MESSAGE = "Thank you for your quote request! We'll get back to you as soon as we can.";
export const failureMessage = (phone: string) =>
  `Sorry, there was an error sending your quote request. Please try again or call us directly at ${phone}.`;
export const unreadableMessage = (phone: string) =>
  `Sorry, what your browser sent could not be read. Please try again or call us directly at ${phone}.`;

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60);
  return `${count} minute${count === 1 ? "" : "s"}`;
};

export const limitedMessage = (phone: string, retryAfterS: number, held: boolean) => {
  const wait = minutes(retryAfterS);
  return `Too many requests came at once. This one ${held ? `is saved and will be sent after ${wait}. You can also` : `was not sent. Please try again in ${wait}, or`} call us directly at ${phone}.`;
};

/** The line below the failure message, up to the phone number. */
export function failureLine(outcome: Outcome): string {
  const limited = outcome.kind === "limited" ? outcome : undefined;
  const wait = limited ? minutes(limited.retryAfterS) : "";
  if (limited?.held) return `This request is saved and will be sent after ${wait}. To reach us sooner, call `;
  const state = limited ? "This request was not sent. " : "We could not confirm that your request was sent. ";
  const kept = outcome.kind === "unreadable" ? "" : "What you typed is still here. ";
  return `${state}${kept}Try again${limited ? ` in ${wait}` : ""}, or call `;
}

export const TOO_LONG = "Your request is too long. Shorten it to about 10,000 words";
