import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "~/log/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles, PROBE_FILE, readIfThere, removeFile } from "~/quote/outbox/durable-files.server";
import { PLACES } from "~/quote/outbox/outbox.server";
import { parseStoredRequest, withNote } from "~/quote/outbox/stored-request.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** At 64 KiB each they take 650 MB. */
const MOST_SENT = 10_000;

/**
 * Deletes sent requests that are too old, or more than `mostSent`: a flood must not fill the disk. Deletes test files and
 * half-written files that a crash left behind. Throws only if the disk hangs.
 *
 * @returns how many sent requests it deleted
 */
export async function sweepOutbox(
  dir: string,
  keepSentDays: number,
  log: Log,
  mostSent = MOST_SENT,
): Promise<number> {
  await sweepLeftovers(join(dir, "tmp"));
  for (const place of PLACES) await sweepLeftovers(join(dir, place), (name) => PROBE_FILE.test(name));
  return sweepSent(join(dir, "sent"), keepSentDays * DAY_MS, log, mostSent);
}

async function sweepLeftovers(folder: string, isOurs = (_: string) => true): Promise<void> {
  const names = await disk(() => readdir(folder).catch(() => []));
  for (const name of names.filter(isOurs)) {
    const file = join(folder, name);
    const found = await disk(() => lstat(file).catch(() => undefined));
    if (found && Date.now() - found.mtimeMs > DAY_MS) await remove(file);
  }
}

async function sweepSent(folder: string, keepMs: number, log: Log, most: number): Promise<number> {
  const names = await disk(() => listFiles(folder).catch(() => []));
  const kept: { file: string; ageMs: number }[] = [];
  let ahead = 0;
  let deleted = 0;
  for (const name of names) {
    const file = join(folder, name);
    const ageMs = Date.now() - (await disk(() => acceptedMs(file)));
    if (ageMs < -HOUR_MS) ahead++;
    if (ageMs > keepMs && (await remove(file))) deleted++;
    else kept.push({ file, ageMs });
  }
  kept.sort((one, other) => one.ageMs - other.ageMs);
  for (const { file } of kept.slice(most)) if (await remove(file)) deleted++;
  if (ahead > 0) {
    const advice =
      "These sent requests say that they were accepted in the future: the clock is behind, or was ahead then. They are kept. Check this machine's clock (NTP).";
    log("warn", "outbox.future", { count: ahead, advice });
  }
  return deleted;
}

const remove = (file: string): Promise<boolean> => disk(() => removeFile(file).catch(() => false));

/**
 * When a request was accepted, by its own words: its file's time says when a clock that was wrong touched it, or a backup
 * was restored. For a file that cannot be read, its time.
 */
async function acceptedMs(file: string): Promise<number> {
  const request = parseStoredRequest((await readIfThere(file).catch(() => "")) ?? "");
  if (request) return Date.parse(withNote(request).sent?.at ?? request.receivedAt);
  const found = await lstat(file).catch(() => undefined);
  return found?.mtimeMs ?? Date.now();
}
