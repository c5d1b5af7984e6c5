import type { EventName } from "~/log/events";
import { type Log, log } from "~/log/log.server";

const HOUR_MS = 60 * 60 * 1000;

export type ThrottledLog = ReturnType<typeof makeThrottledLog>;

/** Logs a lasting problem (same event and `code`) at most once an hour. `clear` lets the next one of an event be logged at once. */
export function makeThrottledLog(log: Log) {
  /** When each event was last logged, by its code. */
  const loggedAt = new Map<EventName, Map<unknown, number>>();
  const logThrottled: Log = (level, event, facts) => {
    const times = loggedAt.get(event) ?? new Map<unknown, number>();
    const now = performance.now();
    if (now - (times.get(facts.code) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    loggedAt.set(event, times.set(facts.code, now));
    log(level, event, facts);
  };
  return { log: logThrottled, clear: (event: EventName): void => void loggedAt.delete(event) };
}

/** Shared by the whole process, so that a problem that several parts see is logged once. */
export const throttledLog = makeThrottledLog(log);
