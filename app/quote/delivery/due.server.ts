import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";

/** A request that was not accepted for this long is given up, and the log says so. */
const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** But not before one channel tried this often: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;

/** A clock is corrected by this much now and then (milliseconds); by more it was wrong. */
const SKEW_MS = 60_000;

/**
 * Whether a time is still to come. A time further away than anything ever waits was written by a clock that was wrong,
 * and counts as past.
 */
export function isAhead(time: string | number | undefined, now: Date, longestMs: number): boolean {
  if (time === undefined) return false;
  const leftMs = (typeof time === "string" ? Date.parse(time) : time) - now.getTime();
  return leftMs > 0 && leftMs <= longestMs;
}

/**
 * Whether a request was tried for too long: the last attempt came after the deadline, and there were enough of them. Time
 * during which the machine was off, or its clock ahead, does not count.
 */
export function isGivenUp(
  { waitingSince, tries }: Pick<StoredRequest, "waitingSince" | "tries">,
  now: Date,
): boolean {
  if (!waitingSince) return false;
  const deadline = Date.parse(waitingSince) + GIVE_UP_MS;
  const channels = Object.values(tries).filter((tried) => tried !== undefined);
  return (
    channels.some(({ count }) => count >= LEAST_ATTEMPTS) &&
    channels.some(({ at }) => Math.min(Date.parse(at), now.getTime()) >= deadline)
  );
}

type Times = Pick<StoredRequest, "receivedAt" | "heldUntil" | "tries">;

/**
 * Whether a channel may send a request now.
 *
 * @param channel its name, and how old a request must be for it (milliseconds)
 * @param firstAttemptMs how long the process that took a request has it to itself
 * @param longestMs the longest wait after so many attempts that may have arrived
 */
export function isDue(
  { receivedAt, heldUntil, tries }: Times,
  channel: { name: ChannelName; afterMs: number },
  now: Date,
  { firstAttemptMs, longestMs }: { firstAttemptMs: number; longestMs: (uncertain?: number) => number },
): boolean {
  const isUntried = Object.keys(tries).length === 0;
  const opensMs = Math.max(channel.afterMs, isUntried ? firstAttemptMs : 0);
  if (isAhead(Date.parse(receivedAt) + opensMs, now, opensMs)) return false;
  // A time noted at a moment that is still to come was noted by a clock that was ahead.
  const latest = new Date(now.getTime() + SKEW_MS);
  const isTrusted = (notedAt: string) => !isAhead(notedAt, latest, Number.POSITIVE_INFINITY);
  const tried = tries[channel.name];
  const longest = longestMs(tried?.uncertain);
  if (isTrusted(receivedAt) && isAhead(heldUntil, now, longest)) return false;
  return !(tried && isTrusted(tried.at) && isAhead(tried.next, now, longest));
}
