import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles, readIfThere, stampOf } from "~/quote/outbox/durable-files.server";
import type { Entry, Index } from "~/quote/outbox/outbox.server";
import { parseStoredRequest } from "~/quote/outbox/stored-request.server";

/** When a file was written, in milliseconds; now if that cannot be seen. */
const writtenAt = (path: string) =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );

/** How many files one disk operation handles. Even a slow disk must end it before the deadline. */
const BATCH = 16;
/** A longer scan is reused for ten times as long as it took. */
const LONG_MS = 200;

/**
 * Makes the index of a folder. A file is read when it is new or has changed; only its times and tries are
 * kept, so that many large requests do not fill the memory.
 */
export function makeIndex(folder: string) {
  /** By file name. A damaged file has no entry, but the time when it was written. */
  const known = new Map<string, { stamp: string; entry?: Entry; writtenMs?: number }>();
  let latest: { index: Promise<Index>; until: number } | undefined;

  /** Lists the folder. Callers share a scan under way. */
  function scan(): Promise<Index> {
    if (latest && performance.now() < latest.until) return latest.index;
    const started = performance.now();
    const index = scanNow();
    const keep = () => {
      const took = performance.now() - started;
      latest = took > LONG_MS ? { index, until: performance.now() + 10 * took } : undefined;
    };
    index.then(keep, () => (latest = undefined));
    latest = { index, until: Number.POSITIVE_INFINITY };
    return index;
  }

  async function scanNow(): Promise<Index> {
    const names = await disk(() => listFiles(folder));
    const there = new Set(names);
    for (const name of known.keys()) if (!there.has(name)) known.delete(name);
    for (let at = 0; at < names.length; at += BATCH) {
      const batch = names.slice(at, at + BATCH);
      await disk(async () => {
        for (const name of batch) await update(name);
      });
    }
    const entries: Entry[] = [];
    const damaged: string[] = [];
    let oldestMs = Date.now();
    for (const [name, { entry, writtenMs = oldestMs }] of known) {
      if (entry) entries.push(entry);
      else damaged.push(name);
      oldestMs = Math.min(oldestMs, writtenMs);
    }
    entries.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
    const damagedSince = damaged.length > 0 ? new Date(oldestMs).toISOString() : undefined;
    return { entries, damaged: damaged.sort(), damagedSince };
  }

  /** A file that cannot be read counts as damaged, and does not stop the others. */
  async function update(name: string): Promise<void> {
    const path = join(folder, name);
    const stamp = await stampOf(path).catch(() => "unreadable");
    if (stamp === undefined) return void known.delete(name); // Accepted a moment ago.
    if (known.get(name)?.stamp === stamp) return;
    // What the disk would not read now, it may read later.
    const noteDamaged = async (its: string) =>
      void known.set(name, { stamp: its, writtenMs: await writtenAt(path) });
    const text = await readIfThere(path).catch(() => noteDamaged(""));
    if (text === undefined) return;
    const request = parseStoredRequest(text);
    if (!request || name !== `${request.id}.json`) return noteDamaged(stamp);
    const { id, receivedAt, waitingSince, heldUntil, tries } = request;
    const seenAt = known.get(name)?.entry?.seenAt ?? performance.now();
    known.set(name, { stamp, entry: { id, receivedAt, waitingSince, heldUntil, tries, seenAt, stamp } });
  }

  return { scan, has: (id: string) => known.has(`${id}.json`), size: () => known.size };
}
