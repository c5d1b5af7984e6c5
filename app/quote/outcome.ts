import type { QuoteErrors, QuoteValues } from "~/quote/request";

/**
 * What became of a submission, as the form is told. `failed` and `unreadable` may lack the values: a request that
 * never reached the server (the text is still in the form), or one that could not be read. `replaces` is the id of the
 * request that is kept although the visitor saw an error: the next one takes its place.
 */
export type Outcome =
  | { kind: "invalid"; values: QuoteValues; errors: QuoteErrors; replaces?: string }
  | { kind: "failed"; values?: QuoteValues; replaces?: string }
  | { kind: "limited"; values: QuoteValues; retryAfterS: number; replaces?: string }
  | { kind: "unreadable"; values?: undefined; replaces?: undefined };

/** Specification, "Error catalogue". */
export const SUCCESS_MESSAGE = "Thank you for your quote request! We'll get back to you as soon as we can.";
export const failureMessage = (phone: string) =>
  `Sorry, there was an error sending your quote request. Please try again or call us directly at ${phone}.`;
export const unreadableMessage = (phone: string) =>
  `Sorry, what your browser sent could not be read. Please try again or call us directly at ${phone}.`;

export const limitedMessage = (phone: string, retryAfterS: number) => {
  const minutes = Math.ceil(retryAfterS / 60);
  return `Several requests came from your connection, so this one was not sent. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, or call us directly at ${phone}.`;
};

export const TOO_LONG = "Your notes are too long to send. Shorten them to about 10,000 words";
