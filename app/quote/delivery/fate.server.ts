import {
  copiesAfter,
  type DeliveryClass,
  isSpent,
  ruleOf,
  UNCERTAIN_AT_PACE,
} from "~/quote/delivery/delivery-classes.server";
import type { Attempt, Channel, Channels } from "~/quote/lifecycle/channel.server";
import { acceptedBy, type ChannelName, type StoredRequest } from "~/quote/lifecycle/stored-quote.server";
import type { Place } from "~/quote/outbox/outbox.server";

/** What becomes of a request, from its notes: where it belongs, and when it is tried. Pure functions. */

type Noted = Pick<StoredRequest, "receivedAt" | "heldUntil" | "waitingSince" | "tries">;

const DAY_S = 24 * 60 * 60;
const GIVE_UP_MS = 14 * DAY_S * 1000;
/** One channel must have tried this often first: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;
/** The longest wait, and the longest `Retry-After` that is honored. */
const LONGEST_S = DAY_S;
const LONGEST_BETWEEN_COPIES_S = 7 * DAY_S;
/** If the operator must act before an attempt can succeed, the first short waits are skipped. */
const SLOW_START = 2;
/** Each wait varies by ±20 %, so that what failed together does not come back together. */
const SPREAD = 0.2;
/** A correct clock may be adjusted by this much. */
const SKEW_MS = 60_000;
const ATTEMPTS_KEPT = 20;

/** The channels that must still accept a request: all that send at once, or else one that comes later. */
export function missing({ tries }: Pick<Noted, "tries">, channels: Channels): ChannelName[] {
  if (channels.some(({ name, afterMs }) => afterMs > 0 && tries[name]?.accepted)) return [];
  return channels
    .filter(({ name, afterMs }) => afterMs === 0 && !tries[name]?.accepted)
    .map(({ name }) => name);
}

/** Where a request belongs: in `new/` while some channel may still accept it. */
export function placeOf(request: Noted, channels: Channels, now: Date): Place {
  const isAccepted = acceptedBy(request).length > 0;
  if (isAccepted && missing(request, channels).length === 0) return "sent";
  if (!isSpentEverywhere(request, channels) && !isGivenUp(request, now)) return "new";
  return isAccepted ? "sent" : "dead";
}

/** Whether the visitor of a stored request sees success: also after an HTTP 2xx whose body is no yes, since it is tried again. */
export const seenAsSuccess = ({ tries }: Pick<Noted, "tries">): boolean =>
  acceptedBy({ tries }).length > 0 ||
  (Math.floor((tries.forward?.status ?? 0) / 100) === 2 &&
    !ruleOf(tries.forward?.class as DeliveryClass).mayHaveArrived);

/** Whether some channel could accept it, but each that has not may not send it again. */
export const isSpentEverywhere = ({ tries }: Pick<Noted, "tries">, channels: Channels): boolean =>
  channels.length > 0 && channels.every(({ name }) => tries[name]?.accepted || isSpent(tries[name]));

/** Whether a request was tried for too long. Time while the machine was off, or its clock ahead, does not count. */
function isGivenUp({ waitingSince, tries }: Noted, now: Date): boolean {
  if (!waitingSince) return false;
  const deadline = Date.parse(waitingSince) + GIVE_UP_MS;
  const channels = Object.values(tries).filter((tried) => tried !== undefined);
  return (
    channels.some(({ count }) => count >= LEAST_ATTEMPTS) &&
    channels.some(({ at }) => Math.min(Date.parse(at), now.getTime()) >= deadline)
  );
}

/** Whether a channel may send a request now. `firstAttemptMs`: how long only the process that took it may. */
export function isDue(
  { receivedAt, heldUntil, tries }: Noted,
  { name, afterMs }: Pick<Channel, "name" | "afterMs">,
  now: Date,
  { firstAttemptMs, waitsS }: { firstAttemptMs: number; waitsS: readonly number[] },
): boolean {
  const tried = tries[name];
  if (tried?.accepted || isSpent(tried)) return false;
  // While the visitor waits each channel that sends at once may still be at it.
  const isUntried = afterMs === 0 ? !tried : Object.keys(tries).length === 0;
  const opensMs = Math.max(afterMs, isUntried ? firstAttemptMs : 0);
  if (isAhead(Date.parse(receivedAt) + opensMs, now, opensMs)) return false;
  const longestMs = longestWaitMs(waitsS, tried?.uncertain);
  /** A time that was noted in the future comes from a clock that was ahead. */
  const isAwaited = (until: string | undefined, notedAt: string) =>
    until && Date.parse(notedAt) <= now.getTime() + SKEW_MS && isAhead(Date.parse(until), now, longestMs);
  return !isAwaited(heldUntil, receivedAt) && !(tried && isAwaited(tried.next, tried.at));
}

/** Whether a time is still to come. One beyond the longest wait was written by a wrong clock, and counts as past. */
const isAhead = (time: number, now: Date, longestMs: number) =>
  time > now.getTime() && time - now.getTime() <= longestMs;

/** The longest wait after this many attempts that may have arrived, in milliseconds. */
function longestWaitMs(waitsS: readonly number[], uncertain = 0): number {
  const longestS = uncertain < UNCERTAIN_AT_PACE ? LONGEST_S : LONGEST_BETWEEN_COPIES_S;
  return (1 + SPREAD) * 1000 * Math.max(longestS, ...waitsS);
}

/** The request with the note of an attempt. `waitsS`: seconds after the first, second, … attempt; the last one repeats. */
export function withAttempt(
  request: StoredRequest,
  channel: ChannelName,
  attempt: Attempt,
  waitsS: readonly number[],
  now: Date,
): StoredRequest {
  const { class: deliveryClass, status, ms } = attempt;
  const before = request.tries[channel];
  const count = (before?.count ?? 0) + 1;
  const uncertain = copiesAfter(deliveryClass, before);
  const at = now.toISOString();
  const accepted = ruleOf(deliveryClass).accepted;
  const waitMs = accepted ? 0 : nextWaitMs(attempt, { count, uncertain }, waitsS);
  const next = accepted ? undefined : new Date(now.getTime() + waitMs).toISOString();
  const tried = { count, uncertain, next, at, class: deliveryClass, status, accepted };
  const attempts = [...(request.attempts ?? []), { at, channel, class: deliveryClass, status, ms }];
  return {
    ...request,
    attempts: attempts.slice(-ATTEMPTS_KEPT),
    waitingSince: accepted ? request.waitingSince : (request.waitingSince ?? at),
    tries: { ...request.tries, [channel]: tried },
  };
}

/** How long a request waits, in milliseconds. From the third that may have arrived on each wait doubles, up to a week. */
function nextWaitMs(
  { class: deliveryClass, retryAfterS = 0 }: Attempt,
  { count, uncertain }: { count: number; uncertain: number },
  waitsS: readonly number[],
): number {
  const rule = ruleOf(deliveryClass, uncertain);
  const step = Math.min(count - 1 + (rule.slow ? SLOW_START : 0), waitsS.length - 1);
  const usual = waitsS[step] ?? LONGEST_S;
  const doublings = rule.mayHaveArrived ? Math.max(0, uncertain - UNCERTAIN_AT_PACE) : 0;
  const wait = Math.min(usual * 2 ** doublings, Math.max(usual, LONGEST_BETWEEN_COPIES_S));
  const spread = 1 - SPREAD + 2 * SPREAD * Math.random();
  return 1000 * Math.max(wait * spread, Math.min(retryAfterS, LONGEST_S));
}

/** What an attempt says about a new request: its first acceptance, or that all channels that send at once have failed. */
export function arrivalOf(
  { announced, attempts = [] }: StoredRequest,
  isAccepted: boolean,
  channels: Channels,
): "accepted" | "waiting" | undefined {
  const left = Math.max(1, channels.filter(({ afterMs }) => afterMs === 0).length) - attempts.length;
  if (announced || left < 1) return undefined;
  return isAccepted ? "accepted" : left === 1 ? "waiting" : undefined;
}
