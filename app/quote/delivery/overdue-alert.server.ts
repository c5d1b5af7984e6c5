import type { Log } from "~/config/log.server";

/** What waits longer than this is an operator's business; said again every hour. */
const LATE_MS = 15 * 60 * 1000;
const REMIND_MS = 60 * 60 * 1000;

/**
 * Makes the function that tells the operator of requests that wait too long.
 *
 * @param advice where they are, and what to do
 * @returns a function of how many wait, and how long the oldest has (milliseconds)
 */
export function makeOverdueAlert(log: Log, now: () => Date, advice: string) {
  let remindedAt = 0;
  return (waiting: number, oldestMs: number): void => {
    // The clock may have been set back.
    const sinceMs = Math.abs(now().getTime() - remindedAt);
    if (oldestMs < LATE_MS || sinceMs < REMIND_MS) return;
    remindedAt = now().getTime();
    log("error", "outbox.waiting", { waiting, oldestMinutes: Math.round(oldestMs / 60_000), advice });
  };
}
