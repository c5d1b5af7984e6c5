import { lstat, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { removeFile } from "~/quote/outbox/durable-files.server";
import { BATCH, PROBE_FILE } from "~/quote/outbox/folder-index.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** At 64 KiB each they take 650 MB. */
const MOST_SENT = 10_000;

const list = (folder: string) => disk(() => readdir(folder).catch(() => []));

/**
 * Deletes sent requests past their time, and test files and half-written files that a crash left behind. A file that
 * cannot be removed does not stop the others.
 *
 * @param mostSent how many sent requests are kept at most
 */
export async function sweepOutbox(dir: string, keepSentDays: number, mostSent = MOST_SENT): Promise<void> {
  await sweep(join(dir, "tmp"), DAY_MS);
  await sweep(join(dir, "new"), DAY_MS, (name) => PROBE_FILE.test(name));
  await sweep(join(dir, "sent"), keepSentDays * DAY_MS);
  await sweepBeyond(join(dir, "sent"), mostSent);
}

/** A flood of requests must not fill the disk with copies: the oldest go. */
async function sweepBeyond(folder: string, most: number): Promise<void> {
  const names = await list(folder);
  if (names.length <= most) return;
  const times: { file: string; at: number }[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const stat = await disk(() => lstat(file).catch(() => undefined));
    times.push({ file, at: stat?.mtimeMs ?? 0 });
  }
  times.sort((one, other) => one.at - other.at);
  for (const { file } of times.slice(0, -most)) await disk(() => removeFile(file).catch(() => {}));
}

async function sweep(folder: string, keepMs: number, isOurs = (_: string) => true): Promise<void> {
  const names = (await list(folder)).filter(isOurs);
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    await disk(async () => {
      for (const name of batch) await removeIfOld(join(folder, name), keepMs);
    });
  }
}

async function removeIfOld(file: string, keepMs: number): Promise<void> {
  const now = Date.now();
  const found = await lstat(file).catch(() => undefined);
  if (!found) return;
  const ageMs = now - found.mtimeMs;
  if (ageMs > keepMs) await removeFile(file).catch(() => {});
  // Written while the clock was ahead: its time begins now.
  else if (ageMs < -HOUR_MS) await utimes(file, now / 1000, now / 1000).catch(() => {});
}
