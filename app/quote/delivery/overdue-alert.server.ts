import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";

/** A request that waits longer concerns the operator. */
const LATE_MS = 15 * 60 * 1000;

/** Makes the function that tells the operator, each hour, how many requests wait, and where: `advice`. */
export function makeOverdueAlert(log: Log, advice: string) {
  const hourly = hourlyLog(log);
  return (waiting: number, oldestMs: number): void => {
    if (oldestMs < LATE_MS) return;
    hourly.log("error", "outbox.waiting", { waiting, oldestMinutes: Math.round(oldestMs / 60_000), advice });
  };
}
