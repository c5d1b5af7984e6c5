import { lstat, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { PROBE_FILE, removeFile } from "~/quote/outbox/durable-files.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** At 64 KiB each they take 650 MB. */
const MOST_SENT = 10_000;

/**
 * Deletes sent requests that are too old, or more than `mostSent`: a flood must not fill the disk. Deletes test files and
 * half-written files that a crash left behind. Never throws.
 */
export async function sweepOutbox(dir: string, keepSentDays: number, mostSent = MOST_SENT): Promise<void> {
  await sweep(join(dir, "tmp"), DAY_MS);
  await sweep(join(dir, "new"), DAY_MS, { isOurs: (name) => PROBE_FILE.test(name) });
  await sweep(join(dir, "sent"), keepSentDays * DAY_MS, { most: mostSent });
}

async function sweep(
  folder: string,
  keepMs: number,
  { isOurs = (_: string): boolean => true, most = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const names = await disk(() => readdir(folder).catch(() => []));
  const kept: { file: string; ageMs: number }[] = [];
  for (const name of names.filter(isOurs)) {
    const file = join(folder, name);
    const ageMs = await disk(() => ageOf(file));
    if (ageMs > keepMs) await remove(file);
    else kept.push({ file, ageMs });
  }
  kept.sort((one, other) => one.ageMs - other.ageMs);
  for (const { file } of kept.slice(most)) await remove(file);
}

const remove = (file: string) => disk(() => removeFile(file).catch(() => {}));

async function ageOf(file: string): Promise<number> {
  const now = new Date();
  const found = await lstat(file).catch(() => undefined);
  const ageMs = found ? now.getTime() - found.mtimeMs : 0;
  // Written while the clock was ahead: its time begins now.
  if (ageMs < -HOUR_MS) await utimes(file, now, now).catch(() => {});
  return ageMs;
}
