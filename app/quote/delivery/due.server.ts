import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";

const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** One channel must have tried this often first: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;

/** A correct clock may be adjusted by this much (milliseconds). */
const SKEW_MS = 60_000;

/** Whether a request was tried for too long. Time while the machine was off, or its clock ahead, does not count. */
export function isGivenUp({ waitingSince, tries }: Pick<StoredRequest, "waitingSince" | "tries">, now: Date) {
  if (!waitingSince) return false;
  const deadline = Date.parse(waitingSince) + GIVE_UP_MS;
  const channels = Object.values(tries).filter((tried) => tried !== undefined);
  return (
    channels.some(({ count }) => count >= LEAST_ATTEMPTS) &&
    channels.some(({ at }) => Math.min(Date.parse(at), now.getTime()) >= deadline)
  );
}

/** The channels that must still accept a request: all that send at once, or else one that comes later. */
export function unaccepted(
  { tries }: Pick<StoredRequest, "tries">,
  channels: readonly { name: ChannelName; afterMs: number }[],
): ChannelName[] {
  if (channels.some(({ name, afterMs }) => afterMs > 0 && tries[name]?.accepted)) return [];
  return channels
    .filter(({ name, afterMs }) => afterMs === 0 && !tries[name]?.accepted)
    .map(({ name }) => name);
}

type DuePolicy = {
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
  // A time beyond the longest wait was written by a wrong clock, and counts as past.
  const until = (timeMs: number, atMostMs: number) => {
    const leftMs = timeMs - now.getTime();
    return leftMs > 0 && leftMs <= atMostMs ? leftMs : 0;
  };
  // A time noted in the future was noted by a clock that was ahead.
  const isTrusted = (notedAt: string) => Date.parse(notedAt) <= now.getTime() + SKEW_MS;
  const tried = tries[name];
  // While the visitor waits each channel that sends at once may still be at it.
  const isUntried = afterMs === 0 ? !tried : Object.keys(tries).length === 0;
  const opensMs = Math.max(afterMs, isUntried ? firstAttemptMs : 0);
  const longest = longestMs(tried?.uncertain);
  return Math.max(
    until(Date.parse(receivedAt) + opensMs, opensMs),
    heldUntil && isTrusted(receivedAt) ? until(Date.parse(heldUntil), longest) : 0,
    tried?.next && isTrusted(tried.at) ? until(Date.parse(tried.next), longest) : 0,
  );
}

const LATE_MS = 15 * 60 * 1000;

const ADVICE = {
  waiting: "Requests wait for delivery. The last quote.kept line says why; `npm run outbox` lists them.",
  partial:
    "These requests have reached you by one channel; the other has not accepted them yet and is tried again. Its last quote.kept line says why; `npm run outbox` lists them.",
};

/** Makes the function that tells the operator, each hour, how many requests wait too long. */
export function makeOverdueAlert(log: Log) {
  const hourly = hourlyLog(log);
  return (state: "waiting" | "partial", count: number, oldestMs: number): void => {
    const facts = { [state]: count, oldestMinutes: Math.round(oldestMs / 60_000), advice: ADVICE[state] };
    if (oldestMs < LATE_MS) hourly.clear(`outbox.${state}`);
    else if (state === "waiting") hourly.log("error", "outbox.waiting", facts);
    // The owner has these by one channel, so it is no error.
    else hourly.log("warn", "outbox.partial", facts);
  };
}
