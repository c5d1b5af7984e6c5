import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";

/** A request that waits longer concerns the operator. */
const LATE_MS = 15 * 60 * 1000;

/**
 * Makes the function that alerts the operator, each hour, to requests that wait too long.
 *
 * @param advice where they are, and what to do
 * @returns a function of how many wait, and how long the oldest has (milliseconds)
 */
export function makeOverdueAlert(log: Log, advice: string) {
  const hourly = hourlyLog(log);
  return (waiting: number, oldestMs: number): void => {
    if (oldestMs < LATE_MS) return;
    hourly.log("error", "outbox.waiting", { waiting, oldestMinutes: Math.round(oldestMs / 60_000), advice });
  };
}
