import { statfs } from "node:fs/promises";
import { checkWaiting, type Finding, fail, ok, thrown, warn } from "~/cli/doctor/finding";
import { errorCode } from "~/config/error-code";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";

/** File systems that lose requests, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "in memory (tmpfs), and is empty after a restart",
  2035054128: "in the container's own layer (overlay), and is gone with the container: mount a volume there",
  26985: "on a network disk (NFS), which may not flush: use a disk of this machine",
};
const LEAST_FREE_MB = 200;

/** Stores and removes a test file as a request is stored, and checks the disk and what is in the outbox. */
export async function checkOutbox(
  outbox: Pick<FolderOutbox, "probe" | "counts" | "advice">,
  dir: string,
): Promise<Finding[]> {
  try {
    await outbox.probe();
  } catch (error) {
    return [fail("outbox", `${outbox.advice.unwritable} (${errorCode(error)})`)];
  }
  const see = { dead: "in dead/", suspect: "in suspect/" };
  return [
    ok("outbox", `a file was written, flushed and removed in ${dir}`),
    await checkDisk(dir).catch(thrown("warn", "disk", "free space is unknown")),
    await outbox
      .counts()
      .then((counts) => checkWaiting(counts, see))
      .catch(thrown("fail", "requests", outbox.advice.unreadable)),
  ].flat();
}

async function checkDisk(dir: string): Promise<Finding[]> {
  const { type, bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  const isShort = freeMb < LEAST_FREE_MB;
  return [
    ...(FLEETING[type] ? [warn("disk", `${dir} is ${FLEETING[type]}`)] : []),
    isShort ? warn("disk", `${freeMb} MB free, less than ${LEAST_FREE_MB}`) : ok("disk", `${freeMb} MB free`),
  ];
}
