import type { EventName } from "~/log/events";
import { type Log, log } from "~/log/log.server";

const HOUR_MS = 60 * 60 * 1000;

export type ThrottledLog = ReturnType<typeof makeThrottledLog>;

/**
 * Logs a repeated problem (same event, same code) at most once an hour, so that it does not hide other lines. `clear`
 * when the problem is over: that is logged, too, and the next one at once. `isOpen`: it was logged and not cleared.
 */
export function makeThrottledLog(log: Log) {
  /** When each code of an event was logged. */
  const loggedAt = new Map<EventName, Map<unknown, number>>();
  const logThrottled: Log = (level, event, facts) => {
    const times = loggedAt.get(event) ?? new Map<unknown, number>();
    const now = performance.now();
    if (now - (times.get(facts.code) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    loggedAt.set(event, times.set(facts.code, now));
    log(level, event, facts);
  };
  const clear = (event: EventName): void => {
    if (loggedAt.delete(event)) log("info", "problem.over", { problem: event });
  };
  return { log: logThrottled, clear, isOpen: (event: EventName) => loggedAt.has(event) };
}

/** One for the whole process, so that a problem of several parts is logged once. */
export const throttledLog = makeThrottledLog(log);
