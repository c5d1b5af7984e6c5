import type { Envelope } from "~/quote/envelope.server";

/** After this long in vain a request is given up, and said in the log. */
const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;

/** How often is looked for what is due, and how far apart two requests are sent, at most (milliseconds). */
const LOOK_MS = 30_000;
const SPACING_MS = 2_000;

/**
 * The pace of the redelivery, in milliseconds: `lookMs` from look to look, and for as long a way rests after a failure;
 * `spacingMs` between two requests.
 *
 * @param waitsS the waits between attempts; where the first is short, so are these
 */
export function paceOf(waitsS: readonly number[]): { lookMs: number; spacingMs: number } {
  const firstWaitMs = (waitsS[0] ?? 0) * 1000;
  return { lookMs: Math.min(LOOK_MS, firstWaitMs / 4), spacingMs: Math.min(SPACING_MS, firstWaitMs / 10) };
}

/** Whether a request has been tried in vain for too long. */
export const isGivenUp = ({ waitingSince }: Envelope, now: Date): boolean =>
  waitingSince !== undefined && now.getTime() - Date.parse(waitingSince) >= GIVE_UP_MS;
