import type { Attempt } from "~/quote/delivery.server";
import { ruleOf } from "~/quote/delivery-class.server";

/** Where waiting brings nothing soon (an operator must act), the first waits are left out. */
const SLOW_START = 2;

/** A longer `Retry-After` is not believed: a request must not be asleep for a year. */
const LONGEST_S = 24 * 60 * 60;

/**
 * When a kept request is tried again.
 *
 * @param waitsS the waits after the first, second, … attempt in seconds; the last one repeats
 * @param count attempts so far, this one included
 * @param random from 0 to 1; spreads the wait by ±20 %, so that what failed together does not return together
 */
export function nextTry(
  now: Date,
  { class: deliveryClass, retryAfterS = 0 }: Attempt,
  count: number,
  waitsS: readonly number[],
  random = Math.random(),
): string {
  const { slow } = ruleOf(deliveryClass);
  const step = Math.min(count - 1 + (slow ? SLOW_START : 0), waitsS.length - 1);
  const wait = (waitsS[step] ?? LONGEST_S) * (0.8 + 0.4 * random);
  const seconds = Math.max(wait, Math.min(retryAfterS, LONGEST_S));
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
