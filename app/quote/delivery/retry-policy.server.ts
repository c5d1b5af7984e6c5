import type { Attempt } from "~/quote/delivery/deliver.server";
import { ruleOf, UNCERTAIN_AT_PACE } from "~/quote/delivery/delivery-classes.server";

/** The longest time between two polls, and between two requests (milliseconds). */
const POLL_MS = 30_000;
const SPACING_MS = 2_000;

/** The spacing halves after each run of this many accepted requests, down to a sixteenth. */
const STREAK = 10;
const HALVINGS = 4;

/** If the operator must act before an attempt can succeed, the first short waits are skipped. */
const SLOW_START = 2;

/** The longest wait, and the longest `Retry-After` that is honored. */
const LONGEST_S = 24 * 60 * 60;
const LONGEST_BETWEEN_COPIES_S = 7 * LONGEST_S;

/** After this many refused requests in a row the cause is the service, not the requests. */
export const REFUSED_IN_A_ROW = 5;

/** Each wait varies by ±20 %, so that what failed together does not come back together. */
const SPREAD = 0.2;

/** The pace of the redelivery, in milliseconds. A short first wait shortens all of it. */
export function retryPolicy(waitsS: readonly number[]) {
  const firstWaitMs = (waitsS[0] ?? 0) * 1000;
  const spacingMs = Math.min(SPACING_MS, firstWaitMs / 10);
  return {
    /** Between two polls, and how long a channel rests after a failure. */
    pollMs: Math.min(POLL_MS, firstWaitMs / 4),
    /** The longest wait after this many attempts that may have arrived. */
    longestMs: (uncertain = 0) => {
      const longestS = uncertain < UNCERTAIN_AT_PACE ? LONGEST_S : LONGEST_BETWEEN_COPIES_S;
      return (1 + SPREAD) * 1000 * Math.max(longestS, ...waitsS);
    },
    /** Between two requests after this many accepted in a row. */
    spacingAfter: (accepted: number) => spacingMs / 2 ** Math.min(HALVINGS, Math.floor(accepted / STREAK)),
  };
}

/** One channel's attempts so far: all of them, and those that may have arrived although no response was read. */
type Tried = { count: number; uncertain: number };

export function countAttempt(before: Partial<Tried> | undefined, { class: deliveryClass }: Attempt): Tried {
  const { count = 0, uncertain = 0 } = before ?? {};
  return { count: count + 1, uncertain: uncertain + (ruleOf(deliveryClass).uncertain ? 1 : 0) };
}

/**
 * When a request that was not accepted is tried again (ISO 8601). Attempts that may have arrived slow down from the third
 * on: each further wait doubles, up to a week. `waitsS`: after the first, second, … attempt; the last one repeats.
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
  const seconds = Math.max(wait * (1 - SPREAD + 2 * SPREAD * random), Math.min(retryAfterS, LONGEST_S));
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
