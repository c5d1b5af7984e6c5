import { join } from "node:path";
import { syncFolder } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import type { Place } from "~/quote/outbox/outbox.server";

/**
 * Makes the function that flushes a folder of the outbox. Callers share a flush that waits for its turn at the disk; one that
 * has begun may have missed their files.
 */
export function makeSharedFlush(dir: string): (place: Place) => Promise<void> {
  const waiting = new Map<Place, Promise<void>>();

  return function flush(place: Place): Promise<void> {
    const shared = waiting.get(place);
    if (shared) return shared;
    let hasBegun = false;
    const flushed = disk(() => {
      hasBegun = true;
      waiting.delete(place);
      return syncFolder(join(dir, place));
    });
    if (hasBegun) return flushed;
    waiting.set(place, flushed);
    // It may have failed without its turn. The next caller needs another one.
    flushed.catch(() => waiting.delete(place));
    return flushed;
  };
}
