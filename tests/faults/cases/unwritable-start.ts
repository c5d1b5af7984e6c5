import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { mountDisk, noDisks } from "../disk";
import { keep, makeFolders, makeKept } from "../keep";
import { readOutbox } from "../outbox";
import { until } from "../until";

/** What waits on a disk that takes nothing any more is sent all the same, once, and moved away once the disk is mended. */
const startOn = (what: "full" | "read-only"): Case => ({
  name: `started on a ${what} disk with requests waiting`,
  lacks: async () => {
    const why = await noDisks();
    return why && `no disk can be mounted here: ${why}`;
  },
  run: async () => {
    const wrong: string[] = [];
    const disk = await mountDisk();
    await makeFolders(disk.dir);
    const forwarder = await startForwarder();
    const first = await startPatientSite(disk.dir, forwarder.url);
    await sleep(1_500);
    await first.stop("SIGKILL");
    const waiting = Array.from({ length: 3 }, () => makeKept());
    for (const stored of waiting) await keep(disk.dir, stored);
    if (what === "full") disk.fill();
    else disk.makeReadOnly();

    const site = await startPatientSite(disk.dir, forwarder.url);
    const crowd = makeCrowd(() => site.port);
    await crowd.atOnce(3);
    if (!(await until(() => forwarder.received.length >= 6, 10_000)))
      wrong.push(`${forwarder.received.length - 3} of 3 that waited were sent`);
    await sleep(3_000);
    disk.mend();
    if (!(await until(async () => (await readOutbox(disk.dir)).kept.length === 0, 10_000)))
      wrong.push("the outbox does not empty once the disk is mended");
    await sleep(1_000);
    const copies = Math.max(0, forwarder.received.length - 6);
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    const { sent, lost } = count(crowd.sent, forwarder.received, (await readOutbox(disk.dir)).kept);
    await site.stop("SIGKILL");
    await forwarder.close();
    await disk.remove();
    return { attempts: 1, sent: sent + 3, lost, copies, seen: "", wrong };
  },
});

export const UNWRITABLE_START = [startOn("full"), startOn("read-only")];
