import type { QuoteErrors, QuoteValues } from "~/quote/request";

/**
 * What became of a submission, as the form is told. `failed` and `unreadable` may lack the values: a request that
 * never reached the server (the text is still in the form), or one that could not be read.
 */
export type Outcome =
  | { kind: "invalid"; values: QuoteValues; errors: QuoteErrors }
  | { kind: "failed"; values?: QuoteValues }
  | { kind: "unreadable"; values?: undefined };

/** Specification, "Error catalogue". */
export const SUCCESS_MESSAGE = "Thank you for your quote request! We'll get back to you as soon as we can.";
export const failureMessage = (phone: string) =>
  `Sorry, there was an error sending your quote request. Please try again or call us directly at ${phone}.`;
export const unreadableMessage = (phone: string) =>
  `Sorry, what your browser sent could not be read. Please try again or call us directly at ${phone}.`;

export const TOO_LONG = "Your notes are too long to send. Shorten them to about 10,000 words";
