import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { makeCrowd } from "../crowd";
import { readOutbox, sameRequest } from "../outbox";

const PAUSES = 3;
const VISITORS = 8;
/** Longer than a disk operation may take. */
const PAUSE_MS = 4_500;
const BETWEEN_MS = 1_500;
/** Nothing listens there. */
const DOWN = "http://127.0.0.2:9/ajax/test";

/** The process stands still, as on a virtual machine that is paused for a snapshot. That is no reason to refuse a request. */
export const PAUSED: Case = {
  name: "process paused while visitors post",
  run: async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-paused-"));
    const site = await startPatientSite(outboxDir, DOWN);
    const crowd = makeCrowd(() => site.port);
    let over = false;
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (!over) await crowd.post();
    });
    for (let pause = 0; pause < PAUSES; pause++) {
      await sleep(BETWEEN_MS);
      process.kill(site.pid, "SIGSTOP");
      await sleep(PAUSE_MS);
      process.kill(site.pid, "SIGCONT");
    }
    await sleep(BETWEEN_MS);
    over = true;
    await Promise.all(visitors);
    const { kept } = await readOutbox(outboxDir);
    const missing = crowd.sent.filter(({ typed }) => !kept.some((one) => sameRequest(one, typed))).length;
    const accused = site.events("outbox.unwritable").length;
    await site.stop("SIGKILL");
    await rm(outboxDir, { recursive: true, force: true });

    const wrong: string[] = [];
    if (missing > 0) wrong.push(`${missing} of ${crowd.sent.length} were not kept`);
    if (accused > 0) wrong.push(`the log calls the disk unwritable ${accused} times`);
    const seen = `${crowd.sent.length} posted, the service down, ${crowd.sent.length - missing} kept`;
    return { attempts: PAUSES, sent: 0, lost: missing, copies: 0, seen, wrong };
  },
};
