import { statfs } from "node:fs/promises";
import { countAll, type OutboxCounts } from "~/monitoring/checks/count-all.server";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import type { FolderStore } from "~/quote/outbox/folder/store.server";
import { DATABASE_METADATA, type Outbox, type StorageTrouble } from "~/quote/outbox/outbox.server";

/** File systems that lose requests, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "in memory (tmpfs), and is empty after a restart",
  2035054128: "in the container's own layer (overlay), and is gone with the container: mount a volume there",
  26985: "on a network disk (NFS), which may not flush: use a disk of this machine",
};
const LEAST_FREE_MB = 200;

/**
 * Stores and removes a test file as a request is stored, with this process's rights, and checks the disk and what is in the
 * outbox. No personal data.
 */
export async function checkOutbox(outbox: FolderStore): Promise<Finding[]> {
  const { dir, probe, advice } = outbox;
  const written = ok("outbox", `the site wrote, flushed and removed a file in ${dir}`);
  return [
    await probe().then(() => written, thrown("fail", "outbox", advice.unwritable)),
    await countAll([outbox]).then(checkWaiting, thrown("fail", "requests", advice.unreadable)),
    await disk(() => checkDisk(dir)).catch(thrown("warn", "disk", "free space is unknown")),
  ].flat();
}

function checkWaiting({ waiting, oldest, partial, damaged, dead }: OutboxCounts): Finding[] {
  const since = oldest && waiting > 0 ? `, the oldest since ${oldest}` : "";
  const see = "see `npm run outbox`";
  return [
    (waiting > 0 ? warn : ok)("requests", `${waiting} waiting${since}`),
    partial > 0 && warn("requests", `${partial} reached you by one channel and wait for the other, ${see}`),
    damaged > 0 && fail("requests", `${damaged} damaged and not sent, ${see}`),
    dead > 0 && warn("requests", `${dead} given up, ${see}: read them and call the visitors`),
  ].filter((finding) => finding !== false);
}

async function checkDisk(dir: string): Promise<Finding> {
  const { type, bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (FLEETING[type]) return warn("disk", `${dir} is ${FLEETING[type]}; ${freeMb} MB free`);
  return (freeMb < LEAST_FREE_MB ? warn : ok)("disk", `${freeMb} MB free`);
}

/** Whether PostgreSQL can be used, and keeps what it acknowledges. */
export async function checkDatabase(
  troubles: () => Promise<readonly StorageTrouble[]>,
  outbox: Outbox,
): Promise<Finding[]> {
  const found = (await troubles()).filter(({ kind }) => kind !== "created");
  if (found.length > 0)
    return found.map(({ kind, code, detail = "" }) =>
      fail("database", code ? `${kind} (${code}): ${detail}` : detail),
    );
  return [ok("database", "PostgreSQL keeps requests"), ...checkWaiting(await countAll([outbox]))];
}

/** Whether PostgreSQL took this site's requests before: without DATABASE_URL nobody looks there. */
export async function checkFormerDatabase({ dir, readMetadata }: FolderStore): Promise<Finding[]> {
  if ((await readMetadata(DATABASE_METADATA).catch(() => undefined)) === undefined) return [];
  const text = `is not set any more, so requests that wait in PostgreSQL are not sent. Set it again. If \`npm run outbox\` showed none there, delete ${dir}/${DATABASE_METADATA}`;
  return [fail("DATABASE_URL", text)];
}
