import type { EventName, Facts, Level } from "~/log/events";
import type { Log } from "~/log/log.server";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Makes a log for events that a client can cause as often as it likes. The first event of a `key` is logged at once. Then,
 * hour by hour, the rest are counted and logged as one line with `times`.
 */
export function countedLog(log: Log) {
  const counts = new Map<string, number>();

  return {
    log(level: Level, event: EventName, facts: Facts, key: string): void {
      const before = counts.get(key);
      if (before !== undefined) return void counts.set(key, before + 1);
      log(level, event, facts);
      counts.set(key, 0);
      const timer = setInterval(() => {
        const times = counts.get(key);
        if (times) log(level, event, { ...facts, times });
        if (times) return void counts.set(key, 0);
        clearInterval(timer);
        counts.delete(key);
      }, HOUR_MS).unref();
    },
  };
}
