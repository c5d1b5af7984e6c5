import { config } from "~/config/config.server";

const LEVELS = { debug: 0, info: 1, warn: 2, error: 3 } as const;

export type Level = keyof typeof LEVELS;
export type Log = (level: Level, event: string, facts?: Record<string, unknown>) => void;

// A log that cannot be written (its disk is full, its reader is gone) must not end the site: requests go on.
process.stdout.on("error", () => {});

const listeners: Log[] = [];

/** Calls `listener` with every event from now on, whatever LOG_LEVEL says. It must not throw. */
export const onLog = (listener: Log): void => void listeners.push(listener);

/**
 * Writes one JSON line for one event to standard output: time, level, event, then the facts.
 * Facts name ids, counts, classes and times, never what a visitor typed or the forwarding service's response said.
 */
export const log: Log = (level, event, facts = {}) => {
  for (const listener of listeners) listener(level, event, facts);
  if (LEVELS[level] < LEVELS[config.logLevel]) return;
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`);
};
