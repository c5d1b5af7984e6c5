import type { Attempt } from "~/quote/delivery/deliver.server";
import { ruleOf, UNCERTAIN_AT_PACE } from "~/quote/delivery/delivery-classes.server";

/** Where waiting brings nothing soon (an operator must act), the first waits are left out. */
const SLOW_START = 2;

/** A longer `Retry-After` is not believed: a request must not be asleep for a year. */
const LONGEST_S = 24 * 60 * 60;

/** Copies get rarer and rarer, but the request is tried again before it is given up. */
export const LONGEST_BETWEEN_COPIES_S = 7 * LONGEST_S;

/** Attempts by one channel so far: all of them, and those that may have arrived although no answer could be read. */
export type Tried = { count: number; uncertain: number };

/** The attempts with this one. */
export function countAttempt(before: Partial<Tried> | undefined, { class: deliveryClass }: Attempt): Tried {
  const { count = 0, uncertain = 0 } = before ?? {};
  return { count: count + 1, uncertain: uncertain + (ruleOf(deliveryClass).uncertain ? 1 : 0) };
}

/**
 * When a kept request is tried again. Attempts that may have arrived are slow from the third on; each further wait is
 * twice the one before, up to a week.
 *
 * @param tried attempts so far, this one included
 * @param waitsS the waits after the first, second, … attempt in seconds; the last one repeats
 * @param random from 0 to 1; spreads the wait by ±20 %, so that what failed together does not return together
 */
export function nextAttemptAt(
  now: Date,
  { class: deliveryClass, retryAfterS = 0 }: Attempt,
  { count, uncertain }: Tried,
  waitsS: readonly number[],
  random = Math.random(),
): string {
  const rule = ruleOf(deliveryClass, uncertain);
  const step = Math.min(count - 1 + (rule.slow ? SLOW_START : 0), waitsS.length - 1);
  const usual = waitsS[step] ?? LONGEST_S;
  const doublings = rule.uncertain ? Math.max(0, uncertain - UNCERTAIN_AT_PACE) : 0;
  const wait = Math.min(usual * 2 ** doublings, Math.max(usual, LONGEST_BETWEEN_COPIES_S));
  const seconds = Math.max(wait * (0.8 + 0.4 * random), Math.min(retryAfterS, LONGEST_S));
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
