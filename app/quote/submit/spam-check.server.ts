import type { HiddenValues } from "~/quote/hidden-fields";

/**
 * What makes a request look like spam, or undefined. People never see the honeypot; a request without it is a request
 * like any other, since a false alarm may cost a job.
 */
export const spamReason = ({ honeypot }: Pick<HiddenValues, "honeypot">): string | undefined =>
  honeypot.trim() ? "hidden field filled" : undefined;
