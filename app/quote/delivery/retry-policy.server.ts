import { UNCERTAIN_AT_PACE } from "~/quote/delivery/delivery-classes.server";
import { LONGEST_BETWEEN_COPIES_S } from "~/quote/delivery/next-attempt.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** A request that was not accepted for this long is given up, and said in the log. */
const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** Not sooner than after so many attempts by one channel: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;

/** How often is looked for what is due, and how far apart two requests are sent, at most (milliseconds). */
const LOOK_MS = 30_000;
const SPACING_MS = 2_000;

/** After so many accepted in a row the spacing is halved, down to a sixteenth of it. */
const STREAK = 10;
const HALVINGS = 4;

/** The longest that a request waits for its next attempt, whatever the settings; each wait is spread by ±20 %. */
const LONGEST_S = 24 * 60 * 60;
const SPREAD = 1.2;

/**
 * The pace of the redelivery, in milliseconds: `lookMs` from look to look, and for as long a channel rests after a
 * failure; `longestMs` the longest wait after so many attempts that may have arrived.
 *
 * @param waitsS the waits between attempts; where the first is short, so are these
 */
export function retryPolicy(waitsS: readonly number[]) {
  const firstWaitMs = (waitsS[0] ?? 0) * 1000;
  const spacingMs = Math.min(SPACING_MS, firstWaitMs / 10);
  return {
    pollMs: Math.min(LOOK_MS, firstWaitMs / 4),
    longestMs: (uncertain = 0) => {
      const longestS = uncertain < UNCERTAIN_AT_PACE ? LONGEST_S : LONGEST_BETWEEN_COPIES_S;
      return SPREAD * 1000 * Math.max(longestS, ...waitsS);
    },
    spacingMs,
    /** Between two requests, once so many in a row were accepted: a service that takes them gets them faster. */
    spacingAfter: (accepted: number) => spacingMs / 2 ** Math.min(HALVINGS, Math.floor(accepted / STREAK)),
  };
}

/**
 * Whether a request was tried for too long: its last attempt was past the deadline, and there were enough of them. What
 * a machine that was off, or a clock that was ahead, let pass does not count.
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

/**
 * Whether a time is still to come. One that is further off than anything waits was written by a clock that was wrong,
 * and counts as past.
 */
export function isAhead(time: string | number | undefined, now: Date, longestMs: number): boolean {
  if (time === undefined) return false;
  const leftMs = (typeof time === "string" ? Date.parse(time) : time) - now.getTime();
  return leftMs > 0 && leftMs <= longestMs;
}
