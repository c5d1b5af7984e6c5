import { config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import type { EventName, Facts, Level } from "~/log/events";

const LEVELS = { debug: 0, info: 1, warn: 2, error: 3 } as const;

export type Log = (level: Level, event: EventName, facts: Facts) => void;

// A log that can't be written (disk full, reader gone) must not stop the site.
process.stdout.on("error", () => {});

const listeners: Log[] = [];

/** Calls `listener` with every event from now on, whatever LOG_LEVEL says. It must not throw. */
export const onLog = (listener: Log): void => void listeners.push(listener);

/** Logs an event: one JSON line to standard output (time, level, event, facts). Calls the listeners. */
export const log: Log = (level, event, facts) => {
  if (LEVELS[level] >= LEVELS[config.logLevel])
    process.stdout.write(`${JSON.stringify({ time: new Date(), level, event, ...facts })}\n`);
  for (const listener of listeners) listener(level, event, facts);
};

/** Logs a bug: the error's code and top stack frame. Its message may quote what a visitor sent. */
export function logFault(error: unknown, method?: string): void {
  const failure = error instanceof Error ? error : new Error("not an Error");
  const frame = failure.stack?.split("\n").find((line) => line.trim().startsWith("at "));
  log("error", "site.fault", { method, code: errorCode(failure), place: frame?.trim() });
}
