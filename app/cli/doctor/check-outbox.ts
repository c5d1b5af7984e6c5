import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { SelfReport } from "~/quote/outbox/self-report.server";

/** File systems that lose requests, by the number that Linux gives them (statfs(2)). */
const FLEETING: Record<number, string> = {
  16914836: "in memory (tmpfs), and is empty after a restart",
  2035054128: "in the container's own layer (overlay), and is gone with the container: mount a volume there",
  26985: "on a network disk (NFS), which may not flush: use a disk of this machine",
};
const LEAST_FREE_MB = 200;

/** What the site's report on its outbox means. */
export function checkOutbox(report: SelfReport, dir: string): Finding[] {
  const { code, advice } = report;
  return [
    code
      ? fail("outbox", `the site cannot keep a request (${code}). ${advice.unwritable}`)
      : ok("outbox", `the site wrote, flushed and removed a file in ${dir}`),
    ...checkWaiting(report),
    ...checkDisk(report, dir),
  ];
}

function checkWaiting({ counts, advice }: SelfReport): Finding[] {
  if (typeof counts === "string") return [fail("requests", `${advice.unreadable} (${counts})`)];
  const { waiting, oldest, partial, dead } = counts;
  const since = oldest ? `, the oldest since ${oldest}` : "";
  const see = "see `npm run outbox`";
  return [
    (waiting > 0 ? warn : ok)("requests", `${waiting} waiting${since}`),
    partial > 0 && warn("requests", `${partial} reached you by one channel, and wait for the other, ${see}`),
    dead > 0 && warn("requests", `${dead} given up, ${see}: read them and call the visitors`),
  ].filter((finding) => finding !== false);
}

function checkDisk({ space }: SelfReport, dir: string): Finding[] {
  if (typeof space === "string") return [warn("disk", `free space is unknown (${space})`)];
  const { type, freeMb } = space;
  const isShort = freeMb < LEAST_FREE_MB;
  return [
    ...(FLEETING[type] ? [warn("disk", `${dir} is ${FLEETING[type]}`)] : []),
    isShort ? warn("disk", `${freeMb} MB free, less than ${LEAST_FREE_MB}`) : ok("disk", `${freeMb} MB free`),
  ];
}
