import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles, readIfThere, stampOf } from "~/quote/outbox/durable-files.server";
import type { Entry, Index } from "~/quote/outbox/outbox.server";
import { parseStoredRequest } from "~/quote/outbox/stored-request.server";

/** How many files one disk operation handles. Even a slow disk must end it before the deadline. */
const BATCH = 16;
/** A longer scan is reused for ten times as long as it took. */
const LONG_MS = 200;

/**
 * Makes the index of a folder of the outbox. A file is read when it is new or has changed; only its times and tries are
 * kept, so that many large requests do not fill the memory.
 */
export function makeIndex(dir: string) {
  const known = new Map<string, { stamp: string; entry?: Entry }>();
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
    const names = await disk(() => listFiles(dir));
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
    for (const [name, { entry }] of known) {
      if (entry) entries.push(entry);
      else damaged.push(name);
    }
    entries.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
    return { entries, damaged: damaged.sort() };
  }

  /** A file that cannot be read counts as damaged, and does not stop the others. */
  async function update(name: string): Promise<void> {
    const path = join(dir, name);
    const stamp = await stampOf(path).catch(() => "unreadable");
    if (stamp === undefined) return void known.delete(name); // Accepted a moment ago.
    if (known.get(name)?.stamp === stamp) return;
    // What the disk would not read now, it may read later.
    const text = await readIfThere(path).catch(() => void known.set(name, { stamp: "" }));
    if (text === undefined) return;
    const request = parseStoredRequest(text);
    if (!request || name !== `${request.id}.json`) return void known.set(name, { stamp });
    const { id, receivedAt, waitingSince, heldUntil, tries } = request;
    const seenAt = known.get(name)?.entry?.seenAt ?? performance.now();
    known.set(name, { stamp, entry: { id, receivedAt, waitingSince, heldUntil, tries, seenAt } });
  }

  return { scan, has: (id: string) => known.has(`${id}.json`), size: () => known.size };
}
