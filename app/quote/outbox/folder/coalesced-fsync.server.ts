import { syncFolder } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

/** Makes a function that fsyncs a folder. Callers share one that is queued; one already running may miss their files. */
export function makeCoalescedFsync(folder: string) {
  let queued: Promise<void> | undefined;

  return function flush(): Promise<void> {
    if (queued) return queued;
    let hasBegun = false;
    const flushed = disk(() => {
      hasBegun = true;
      queued = undefined;
      return syncFolder(folder);
    });
    if (hasBegun) return flushed;
    queued = flushed;
    // It may fail while queued; then the next caller needs a new one.
    flushed.catch(() => (queued = undefined));
    return flushed;
  };
}
