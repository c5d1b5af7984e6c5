import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";

const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** One channel must have tried this often first: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;

/** A correct clock may be adjusted by this much (milliseconds). */
const SKEW_MS = 60_000;

/** Whether a time is in the future. One beyond the longest wait was written by a wrong clock, and counts as past. */
export function isAhead(time: string | number | undefined, now: Date, longestMs: number): boolean {
  if (time === undefined) return false;
  const leftMs = new Date(time).getTime() - now.getTime();
  return leftMs > 0 && leftMs <= longestMs;
}

/**
 * Whether a request was tried for too long: the last attempt came after the deadline, and there were enough of them. Time
 * while the machine was off, or its clock ahead, does not count.
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

export type DuePolicy = {
  /** How long only the process that took a request may send it, in milliseconds. */
  firstAttemptMs: number;
  /** The longest wait after this many attempts that may have arrived. */
  longestMs: (uncertain?: number) => number;
};

/** How long until a channel may send a request, in milliseconds; 0 if it is due. */
export function dueInMs(
  { receivedAt, heldUntil, tries }: Pick<StoredRequest, "receivedAt" | "heldUntil" | "tries">,
  { name, afterMs }: { name: ChannelName; afterMs: number },
  now: Date,
  { firstAttemptMs, longestMs }: DuePolicy,
): number {
  const until = (time: string | number | undefined, atMostMs: number) =>
    time !== undefined && isAhead(time, now, atMostMs) ? new Date(time).getTime() - now.getTime() : 0;
  // A time noted in the future was noted by a clock that was ahead.
  const latest = new Date(now.getTime() + SKEW_MS);
  const isTrusted = (notedAt: string) => !isAhead(notedAt, latest, Number.POSITIVE_INFINITY);
  const isUntried = Object.keys(tries).length === 0;
  const opensMs = Math.max(afterMs, isUntried ? firstAttemptMs : 0);
  const tried = tries[name];
  const longest = longestMs(tried?.uncertain);
  return Math.max(
    until(Date.parse(receivedAt) + opensMs, opensMs),
    isTrusted(receivedAt) ? until(heldUntil, longest) : 0,
    tried && isTrusted(tried.at) ? until(tried.next, longest) : 0,
  );
}

const LATE_MS = 15 * 60 * 1000;

/** Makes the function that tells the operator, each hour, how many requests wait too long, and where: `advice`. */
export function makeOverdueAlert(log: Log, advice: string) {
  const hourly = hourlyLog(log);
  return (waiting: number, oldestMs: number): void => {
    if (oldestMs < LATE_MS) hourly.clear("outbox.waiting");
    else
      hourly.log("error", "outbox.waiting", {
        waiting,
        oldestMinutes: Math.round(oldestMs / 60_000),
        advice,
      });
  };
}
