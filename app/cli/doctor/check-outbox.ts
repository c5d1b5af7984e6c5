import { statfs } from "node:fs/promises";
import { checkWaiting } from "~/cli/doctor/check-waiting";
import { type Finding, fail, faultOf, ok, warn } from "~/cli/doctor/finding";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** File systems on which requests would not last, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "memory (tmpfs), and is empty after a restart",
  2035054128: "the container's own layer (overlay), and is gone with the container: mount a volume there",
  26985: "a network's disk (NFS), which may keep a flush to itself: use this machine's own",
};
const LEAST_FREE_MB = 200;

/** Stores and removes a test file as a request is stored, and looks at the disk and at what lies in the outbox. */
export async function checkOutbox(outbox: Outbox, dir: string): Promise<Finding[]> {
  try {
    await outbox.probe();
  } catch (error) {
    return [fail("outbox", `${outbox.advice.unwritable} (${faultOf(error)})`)];
  }
  const found = [ok("outbox", `a file was written, flushed and removed in ${dir}`)];
  const { type, bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (FLEETING[type]) found.push(warn("disk", `${dir} lies in ${FLEETING[type]}`));
  if (freeMb < LEAST_FREE_MB) found.push(warn("disk", `${freeMb} MB free, less than ${LEAST_FREE_MB}`));
  else found.push(ok("disk", `${freeMb} MB free`));
  return [
    ...found,
    ...checkWaiting("requests", await outbox.counts(), { dead: "in dead/", suspect: "in suspect/" }),
  ];
}
