import type { EventName } from "~/log/events";
import { type Log, log } from "~/log/log.server";

const HOUR_MS = 60 * 60 * 1000;

export type HourlyLog = ReturnType<typeof hourlyLog>;

/**
 * Logs a repeated problem (same event, same code) at most once an hour, so that it does not hide other lines. `clear`
 * when the problem is over: that is logged, too, and the next one at once.
 */
export function hourlyLog(log: Log) {
  const loggedAt = new Map<string, number>();
  const logHourly: Log = (...told) => {
    const [, event, facts] = told;
    const problem = `${event} ${facts.code}`;
    const now = performance.now();
    if (now - (loggedAt.get(problem) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    loggedAt.set(problem, now);
    log(...told);
  };
  const clear = (event: EventName): void => {
    const problems = [...loggedAt.keys()].filter((problem) => problem.startsWith(`${event} `));
    for (const problem of problems) loggedAt.delete(problem);
    if (problems.length > 0) log("info", "problem.over", { problem: event });
  };
  /** Whether it was logged and not cleared. */
  const isOpen = (event: EventName): boolean =>
    [...loggedAt.keys()].some((problem) => problem.startsWith(`${event} `));
  return { log: logHourly, clear, isOpen };
}

/** One for the whole process, so that a problem of several parts is logged once. */
export const hourly = hourlyLog(log);
