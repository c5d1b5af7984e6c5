import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "~/log/error-code";
import { readIfThere } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { DATABASE_METADATA, type StorageTrouble } from "~/quote/outbox/outbox.server";

/** File systems that lose requests, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "in memory (tmpfs), and is empty after a restart.",
  2035054128: "in the container's own layer (overlay), and is gone with the container: mount a volume there.",
  26985: "on a network disk (NFS), which may not flush: use a disk of this machine.",
};
const LEAST_FREE_MB = 200;

/** What to tell the operator: see `Outbox.advice`. */
export const adviceFor = (dir: string) => ({
  unwritable: `Requests cannot be saved in ${dir}. Make it writable, free disk space, mount its volume, or check the disk if it hangs (ETIMEDOUT).`,
  stays:
    "The request was accepted, but could not be moved to sent/. Make OUTBOX_DIR writable and check its disk. If the site stops before then, delete the request (outbox forget ID, see docs/operating.md), or it will be sent again.",
  unreadable: `Waiting requests cannot be read, so nothing is sent again. Make ${dir} a folder that the site's user can read.`,
});

/** Why a folder cannot be written, by the code of the error. */
export const CAUSES: Record<string, string> = {
  ENOSPC: "The disk is full: free some space.",
  EDQUOT: "The disk's quota is used up: free some space.",
  EROFS: "The disk is read-only: mount it writable, and check it for errors.",
  EACCES: "The site's user cannot write there: change the folder's owner.",
  EPERM: "The site's user cannot write there: change the folder's owner.",
  ENOENT: "The folder is not there: mount its volume.",
  EIO: "The disk reports errors: check it.",
  ETIMEDOUT: "The disk does not respond: check it.",
};

/**
 * What is wrong with a folder: its key, its disk, whether PostgreSQL took the requests before, and whether it can be written.
 *
 * @param unwritable what to do if not, where `CAUSES` does not say
 */
export async function folderTroubles(
  dir: string,
  unwritable: string,
  probe: () => Promise<void>,
  keyTroubles: () => Promise<StorageTrouble[]>,
): Promise<StorageTrouble[]> {
  const code = await probe().then(() => undefined, errorCode);
  const troubles = await disk(keyTroubles).catch((): StorageTrouble[] => []);
  troubles.push(...(await disk(() => diskTroubles(dir)).catch(() => [])));
  if (code === "ENOKEY") troubles.push({ kind: "missing", code, detail: `Mount its disk again at ${dir}.` });
  else if (code) {
    const detail = CAUSES[code] ? `Requests cannot be saved in ${dir}. ${CAUSES[code]}` : unwritable;
    troubles.push({ kind: "unwritable", code, detail });
  }
  return troubles;
}

async function diskTroubles(dir: string): Promise<StorageTrouble[]> {
  const { type, bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  const troubles: StorageTrouble[] = [];
  if (FLEETING[type]) troubles.push({ kind: "may_lose", detail: `${dir} is ${FLEETING[type]}` });
  if (freeMb < LEAST_FREE_MB)
    troubles.push({ kind: "low_space", detail: `${freeMb} MB are free in ${dir}.` });
  if ((await readIfThere(join(dir, DATABASE_METADATA))) !== undefined) {
    const detail = `DATABASE_URL is no longer set, so requests waiting in PostgreSQL are not sent. Set it again. If \`outbox\` showed none there, delete ${dir}/${DATABASE_METADATA}.`;
    troubles.push({ kind: "replaced", detail });
  }
  return troubles;
}
