import type { Log } from "~/config/log.server";

const HOUR_MS = 60 * 60 * 1000;

export type HourlyLog = ReturnType<typeof hourlyLog>;

/**
 * A trouble that meets every request is said once an hour, or its lines would hide all others. `over` when an event's
 * is gone, so that the next one is said at once.
 */
export function hourlyLog(log: Log) {
  const saidAt = new Map<string, number>();
  const say: Log = (level, event, facts = {}) => {
    const trouble = `${event} ${facts.fault}`;
    const now = performance.now();
    if (now - (saidAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    saidAt.set(trouble, now);
    log(level, event, facts);
  };
  const over = (event: string) => {
    for (const trouble of saidAt.keys()) if (trouble.startsWith(`${event} `)) saidAt.delete(trouble);
  };
  return { say, over };
}
