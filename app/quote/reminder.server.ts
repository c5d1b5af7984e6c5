import type { Log } from "~/server/log.server";

/** What waits longer than this is an operator's business; said again every hour. */
const LATE_MS = 15 * 60 * 1000;
const REMIND_MS = 60 * 60 * 1000;

/**
 * Makes the function that tells the operator of requests that wait too long.
 *
 * @param advice where they lie, and what to do
 * @returns a function of how many wait, and since when the oldest does (ISO 8601)
 */
export function makeReminder(log: Log, now: () => Date, advice: string) {
  let remindedAt = 0;
  return (waiting: number, oldest: string | undefined): void => {
    const ageMs = oldest ? now().getTime() - Date.parse(oldest) : 0;
    if (ageMs < LATE_MS || now().getTime() - remindedAt < REMIND_MS) return;
    remindedAt = now().getTime();
    log("error", "outbox.waiting", { waiting, oldestMinutes: Math.round(ageMs / 60_000), advice });
  };
}
