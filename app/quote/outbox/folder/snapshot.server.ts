import { join } from "node:path";
import { parseStoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { listFiles, readIfThere, versionOf } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { type Snapshot, type SnapshotEntry, toSnapshot } from "~/quote/outbox/outbox.server";

/** Of a file that cannot be read. Equal to no version on disk, so the next scan tries again. */
const REFUSED = "";

/** Files per disk operation: few enough that a slow disk finishes before the operation's deadline. */
const BATCH = 16;
/** The result of a scan that took longer is reused for ten times its duration. */
const LONG_MS = 200;

/** Scans a folder, reading only new and changed files. Keeps only delivery states: large quotes would fill the memory. */
export function makeSnapshotCache(folder: string) {
  /** By file name. A damaged file has no entry. */
  const known = new Map<string, { version: string; entry?: SnapshotEntry }>();
  let latest: { snapshot: Promise<Snapshot>; until: number } | undefined;

  /** Callers share a scan in progress. */
  function scan(): Promise<Snapshot> {
    if (latest && performance.now() < latest.until) return latest.snapshot;
    const started = performance.now();
    const snapshot = scanNow();
    const remember = () => {
      const tookMs = performance.now() - started;
      latest = tookMs > LONG_MS ? { snapshot, until: performance.now() + 10 * tookMs } : undefined;
    };
    snapshot.then(remember, () => (latest = undefined));
    latest = { snapshot, until: Number.POSITIVE_INFINITY };
    return snapshot;
  }

  async function scanNow(): Promise<Snapshot> {
    const names = await disk(() => listFiles(folder));
    const listed = new Set(names);
    for (const name of known.keys()) if (!listed.has(name)) known.delete(name);
    for (let at = 0; at < names.length; at += BATCH) {
      const batch = names.slice(at, at + BATCH);
      await disk(async () => {
        for (const name of batch) await update(name);
      });
    }
    return toSnapshot([...known].map(([file, found]) => ({ file, ...found })));
  }

  /** A file that cannot be read counts as damaged. */
  async function update(name: string): Promise<void> {
    const path = join(folder, name);
    const before = known.get(name);
    const version = await versionOf(path).catch(() => REFUSED);
    if (version && version === before?.version) return;
    const text = await readIfThere(path).catch(() => REFUSED);
    if (version === undefined || text === undefined) return void known.delete(name); // Moved away since it was listed.
    const quote = parseStoredQuote(text);
    if (!quote || name !== `${quote.id}.json`) return void known.set(name, { version: text && version });
    const { id, receivedAt, waitingSince, heldUntil, tries } = quote;
    const seenAt = before?.entry?.seenAt ?? performance.now();
    known.set(name, { version, entry: { id, receivedAt, waitingSince, heldUntil, tries, seenAt } });
  }

  return { scan, has: (id: string) => known.has(`${id}.json`), size: () => known.size };
}
