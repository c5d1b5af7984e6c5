import type { Level } from "~/log/events";

/** What follows from an attempt of a class. Without `accepted` the attempt failed, and the quote is tried again. */
export type ClassPolicy = {
  accepted?: true;
  /** Probably accepted: the same quote sent again by its visitor is sent again. */
  presumed?: true;
  /** Only the operator can make the next attempt succeed, so the first short delays are skipped. */
  needsOperator?: true;
  /** The cause may be this quote, so others are still tried. */
  causedByContent?: true;
  /** It may have arrived all the same, so each attempt may be one more copy. */
  ambiguous?: true;
  /** After so many ambiguous attempts the channel does not send the quote again. */
  maxAmbiguous?: number;
  level: Level;
  /** What the log tells the operator. */
  advice?: string;
};

/** A failure that only the operator can end. */
export const needsOperator = (advice: string, more: Partial<ClassPolicy> = {}): ClassPolicy => ({
  ...{ needsOperator: true, level: "error", advice },
  ...more,
});

/** A failure that may pass by itself. */
export const mayPass = (advice: string, more: Partial<ClassPolicy> = {}): ClassPolicy => ({
  ...{ level: "warn", advice },
  ...more,
});
