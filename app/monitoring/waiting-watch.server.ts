import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { Snapshot, SnapshotEntry } from "~/quote/outbox/outbox.server";

const LATE_MS = 15 * 60 * 1000;

const WAITING =
  "Requests are waiting to be delivered. The last quote.attempt_failed line says why; `npm run outbox` lists them.";
const PARTIAL =
  "These requests have reached you by one channel; the other has not accepted them yet and will be tried again. Its last quote.attempt_failed line says why; `npm run outbox` lists them.";
const DAMAGED =
  "This file in new/ was not sent: it cannot be read, is not a valid request, or is not named by its id. Fix it, or move it away.";

/** Makes the function that checks what is waiting in one outbox: it logs late requests hourly, and each damaged file once. */
export function makeWaitingWatch(log: Log, now = () => new Date()) {
  const throttledLog = makeThrottledLog(log);
  const reported = new Set<string>();
  const sinceMs = (time: string) => now().getTime() - Date.parse(time);

  /**
   * By the clock, or since this process first saw the request, whichever is longer: the clock may have been set back. Time on
   * hold does not count.
   */
  const waitedMs = ({ receivedAt, heldUntil = receivedAt, seenAt }: SnapshotEntry) =>
    Math.max(sinceMs(receivedAt), performance.now() - seenAt) + sinceMs(heldUntil) - sinceMs(receivedAt);
  const longestOf = (some: SnapshotEntry[], ms = 0) =>
    some.reduce((longest, entry) => Math.max(longest, waitedMs(entry)), ms);

  return function look({ entries, damaged, damagedSince }: Snapshot): void {
    for (const file of damaged) {
      if (!reported.has(file)) log("error", "outbox.damaged", { file, advice: DAMAGED });
      reported.add(file);
    }
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    const partial = entries.filter((entry) => acceptedBy(entry).length > 0);
    const waitingMs = longestOf(waiting, damagedSince ? sinceMs(damagedSince) : 0);
    const partialMs = longestOf(partial);
    const facts = (ms: number, advice: string) => ({ oldestMinutes: Math.round(ms / 60_000), advice });
    if (waitingMs < LATE_MS) throttledLog.clear("outbox.waiting");
    else {
      const count = { waiting: waiting.length + damaged.length };
      throttledLog.log("error", "outbox.waiting", { ...count, ...facts(waitingMs, WAITING) });
    }
    // The owner has these by one channel, so it is no error.
    if (partialMs < LATE_MS) throttledLog.clear("outbox.partial");
    else
      throttledLog.log("warn", "outbox.partial", { partial: partial.length, ...facts(partialMs, PARTIAL) });
  };
}
