import { statfs } from "node:fs/promises";
import { checkPlace, type Finding, ok, thrown, warn } from "~/cli/doctor/finding";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** File systems that lose requests, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "in memory (tmpfs), and is empty after a restart",
  2035054128: "in the container's own layer (overlay), and is gone with the container: mount a volume there",
  26985: "on a network disk (NFS), which may not flush: use a disk of this machine",
};
const LEAST_FREE_MB = 200;

/** Stores and removes a test file as a request is stored, and checks the disk and what is in the outbox. */
export async function checkOutbox(
  outbox: Pick<Outbox, "probe" | "counts" | "advice">,
  dir: string,
): Promise<Finding[]> {
  const works = `a file was written, flushed and removed in ${dir}`;
  const found = await checkPlace("outbox", works, outbox);
  if (found.some(({ about, level }) => about === "outbox" && level === "fail")) return found;
  return [...found, await checkDisk(dir).catch(thrown("warn", "disk", "free space is unknown"))].flat();
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
