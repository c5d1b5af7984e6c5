import type { EventName, Facts, Level } from "~/log/events";
import type { Log } from "~/log/log.server";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Makes a log for events that a client can cause as often as it likes. The first event of a `key` is logged at once. Then,
 * hour by hour, the rest are counted and logged as one line with `times`.
 */
export function countedLog(log: Log) {
  const counts = new Map<string, number>();

  function startHour(key: string, logCount: (times: number) => void): void {
    counts.set(key, 0);
    setTimeout(() => {
      const times = counts.get(key) ?? 0;
      counts.delete(key);
      if (times === 0) return;
      logCount(times);
      startHour(key, logCount);
    }, HOUR_MS).unref();
  }

  return {
    log(level: Level, event: EventName, facts: Facts, key: string): void {
      const before = counts.get(key);
      if (before !== undefined) return void counts.set(key, before + 1);
      log(level, event, facts);
      startHour(key, (times) => log(level, event, { ...facts, times }));
    },
  };
}
