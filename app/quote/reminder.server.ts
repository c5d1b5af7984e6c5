import type { Log } from "~/server/log.server";

/** What waits longer than this is an operator's business; said again every hour. */
const LATE_MS = 15 * 60 * 1000;
const REMIND_MS = 60 * 60 * 1000;

/**
 * Makes the function that tells the operator of requests that wait too long.
 *
 * @returns a function of how many wait, and since when the oldest does (ISO 8601)
 */
export function makeReminder(log: Log, now: () => Date) {
  let remindedAt = 0;
  return (waiting: number, oldest: string | undefined): void => {
    const ageMs = oldest ? now().getTime() - Date.parse(oldest) : 0;
    if (ageMs < LATE_MS || now().getTime() - remindedAt < REMIND_MS) return;
    remindedAt = now().getTime();
    const advice =
      "Requests wait for delivery. The last quote.kept line says why; they lie in new/ of the outbox.";
    log("error", "outbox.waiting", { waiting, oldestMinutes: Math.round(ageMs / 60_000), advice });
  };
}
