import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "~/log/log.server";
import { parseStoredQuote, STATUSES } from "~/quote/lifecycle/stored-quote.server";
import { listFiles, PROBE_FILE, readIfThere, removeFile } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** 650 MB at 64 KiB each. */
const MAX_SENT = 10_000;

/**
 * Deletes sent quotes older than `keepSentDays`, all but the newest `maxSent` (a flood must not fill the disk), and probe and
 * temporary files that a crash left behind. Rejects only with `DiskTimeout`.
 */
export async function purgeFolder(dir: string, keepSentDays: number, log: Log, maxSent = MAX_SENT) {
  for (const folder of ["tmp", ...STATUSES])
    for (const name of await disk(() => readdir(join(dir, folder)).catch(() => [])))
      if (folder === "tmp" || PROBE_FILE.test(name)) await removeLeftover(join(dir, folder, name));
  await purgeSent(join(dir, "sent"), keepSentDays * DAY_MS, log, maxSent);
}

async function removeLeftover(file: string): Promise<void> {
  const found = await disk(() => lstat(file).catch(() => undefined));
  if (found && Date.now() - found.mtimeMs > DAY_MS) await remove(file);
}

async function purgeSent(folder: string, keepMs: number, log: Log, maxSent: number): Promise<void> {
  const names = await disk(() => listFiles(folder).catch(() => []));
  const sent: { file: string; ageMs: number }[] = [];
  for (const name of names) {
    const file = join(folder, name);
    sent.push({ file, ageMs: Date.now() - (await disk(() => acceptedMs(file))) });
  }
  sent.sort((a, b) => a.ageMs - b.ageMs);
  for (const [newer, { file, ageMs }] of sent.entries())
    if (ageMs > keepMs || newer >= maxSent) await remove(file);
  const ahead = sent.filter(({ ageMs }) => ageMs < -HOUR_MS).length;
  if (ahead > 0) {
    const advice =
      "These sent requests have a date in the future: the clock is behind now, or was ahead then. They are kept. Check this machine's clock (NTP).";
    log("warn", "outbox.future", { count: ahead, advice });
  }
}

const remove = (file: string) => disk(() => removeFile(file).catch(() => false));

/** When the quote in a file was accepted (ms), by its content: a restored backup may change the file's own time. */
async function acceptedMs(file: string): Promise<number> {
  const quote = parseStoredQuote((await readIfThere(file).catch(() => "")) ?? "");
  if (quote) return Date.parse(quote.sent?.at ?? quote.receivedAt);
  return (await lstat(file).catch(() => undefined))?.mtimeMs ?? Date.now();
}
