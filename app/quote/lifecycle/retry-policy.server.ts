import type { AttemptResult, Channel } from "~/quote/lifecycle/channel.server";
import { AMBIGUOUS_BEFORE_SLOWDOWN, policyOf } from "~/quote/lifecycle/response-classes.server";
import { isExhausted } from "~/quote/lifecycle/status.server";
import type { DeliveryState } from "~/quote/lifecycle/stored-quote.server";

/** When a channel may try a quote. Times are milliseconds since 1970 unless they say otherwise. */

export type RetryTimes = {
  /** Delays after the first, second, … attempt, in seconds. The last one repeats. */
  retryDelaysS: readonly number[];
  /** How long only the process that received a quote may send it, in milliseconds. */
  firstAttemptMs: number;
};

const DAY_S = 24 * 60 * 60;
/** Longest delay, and longest `Retry-After` that is honored. */
const MAX_DELAY_S = DAY_S;
const MAX_AMBIGUOUS_DELAY_S = 7 * DAY_S;
/** The first delays are skipped if only the operator can make the next attempt succeed. */
const SKIPPED_DELAYS = 2;
/** Jitter: each delay varies by ±20 %, so that quotes that failed together are not retried together. */
const SPREAD = 0.2;
/** Tolerance for adjustments of a correct clock, in milliseconds. */
const SKEW_MS = 60_000;

/**
 * When a channel may try a quote: the latest of these times. A time in the past means now.
 *
 * | why | until |
 * | --- | --- |
 * | delay | the quote is as old as the channel's delay; the first attempt of the process that received it is over |
 * | held | `heldUntil`: the quote was over a rate limit |
 * | retry | the `next` that the channel's last attempt set |
 *
 * A time farther ahead than any delay, or set by a clock that was ahead, is wrong and counts as past.
 *
 * @returns `at`: when; `never`: the channel has accepted the quote, or may not send it again
 */
export function dueAt(
  { receivedAt, heldUntil, tries }: DeliveryState,
  { name, delayMs }: Pick<Channel, "name" | "delayMs">,
  now: Date,
  { firstAttemptMs, retryDelaysS }: RetryTimes,
): { at: number } | { never: "accepted" | "exhausted" } {
  const state = tries[name];
  if (state?.accepted) return { never: "accepted" };
  if (isExhausted(state)) return { never: "exhausted" };
  const nowMs = now.getTime();
  const plausible = (time: number, maxMs: number) => (time - nowMs <= maxMs ? time : nowMs);
  const maxMs = maxDelayMs(retryDelaysS, state?.uncertain);
  const until = (time: string | undefined, setAt: string) =>
    time && Date.parse(setAt) <= nowMs + SKEW_MS ? plausible(Date.parse(time), maxMs) : nowMs;
  // The process that received the quote may be sending it by all immediate channels, each reserved until its own attempt ends.
  const isUntried = delayMs === 0 ? !state : Object.keys(tries).length === 0;
  const opensMs = Math.max(delayMs, isUntried ? firstAttemptMs : 0);
  const delay = plausible(Date.parse(receivedAt) + opensMs, opensMs);
  const held = until(heldUntil, receivedAt);
  const retry = state ? until(state.next, state.at) : nowMs;
  return { at: Math.max(delay, held, retry) };
}

/** Whether this channel may try this quote now. */
export function isDue(...given: Parameters<typeof dueAt>): boolean {
  const [, , now] = given;
  const due = dueAt(...given);
  return "at" in due && due.at <= now.getTime();
}

/** The longest delay after this many ambiguous attempts, in milliseconds. */
function maxDelayMs(retryDelaysS: readonly number[], ambiguousAttempts = 0): number {
  const maxS = ambiguousAttempts < AMBIGUOUS_BEFORE_SLOWDOWN ? MAX_DELAY_S : MAX_AMBIGUOUS_DELAY_S;
  return (1 + SPREAD) * 1000 * Math.max(maxS, ...retryDelaysS);
}

/**
 * The delay after a failed attempt, in milliseconds: by the number of attempts, or longer if the service asked for it
 * (`Retry-After`). The first delays are skipped if only the operator can help, as from the third ambiguous attempt on. Each
 * further ambiguous attempt doubles the delay, up to a week. `attempts`: of this channel so far, this one included;
 * `ambiguousAttempts` of them may have arrived. `random`: from 0 to 1.
 */
export function retryDelayMs(
  { class: responseClass, retryAfterS = 0 }: AttemptResult,
  { attempts, ambiguousAttempts }: { attempts: number; ambiguousAttempts: number },
  retryDelaysS: readonly number[],
  random = Math.random(),
): number {
  const policy = policyOf(responseClass, ambiguousAttempts);
  const step = Math.min(attempts - 1 + (policy.needsOperator ? SKIPPED_DELAYS : 0), retryDelaysS.length - 1);
  const usualS = retryDelaysS[step] ?? MAX_DELAY_S;
  const doublings = policy.ambiguous ? Math.max(0, ambiguousAttempts - AMBIGUOUS_BEFORE_SLOWDOWN) : 0;
  const delayS = Math.min(usualS * 2 ** doublings, Math.max(usualS, MAX_AMBIGUOUS_DELAY_S));
  const spread = 1 - SPREAD + 2 * SPREAD * random;
  return 1000 * Math.max(delayS * spread, Math.min(retryAfterS, MAX_DELAY_S));
}
