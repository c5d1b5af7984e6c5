import { join } from "node:path";
import type { Status } from "~/quote/lifecycle/stored-quote.server";
import { syncFolder } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

/** Makes a function that fsyncs a status folder. Callers share one that is queued; one already running may miss their files. */
export function makeCoalescedFsync(dir: string): (status: Status) => Promise<void> {
  const waiting = new Map<Status, Promise<void>>();

  return function flush(status: Status): Promise<void> {
    const shared = waiting.get(status);
    if (shared) return shared;
    let hasBegun = false;
    const flushed = disk(() => {
      hasBegun = true;
      waiting.delete(status);
      return syncFolder(join(dir, status));
    });
    if (hasBegun) return flushed;
    waiting.set(status, flushed);
    // It may fail while queued; then the next caller needs a new one.
    flushed.catch(() => waiting.delete(status));
    return flushed;
  };
}
