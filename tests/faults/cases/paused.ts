import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { readOutbox } from "../outbox";
import { onStage } from "../stage";

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
  run: () =>
    onStage(async (stage) => {
      const { pid, events } = await stage.start({ FORWARD_URL: DOWN });
      let over = false;
      const visitors = Array.from({ length: VISITORS }, async () => {
        while (!over) await stage.post();
      });
      for (let pause = 0; pause < PAUSES; pause++) {
        await sleep(BETWEEN_MS);
        process.kill(pid, "SIGSTOP");
        await sleep(PAUSE_MS);
        process.kill(pid, "SIGCONT");
      }
      await sleep(BETWEEN_MS);
      over = true;
      await Promise.all(visitors);
      const { kept } = await readOutbox(stage.dir);
      const { length } = stage.sent;
      stage.expect(kept.length === length, `${kept.length} of ${length} were kept`);
      const accused = events("outbox.unwritable").length;
      stage.expect(accused === 0, `the log calls the disk unwritable ${accused} times`);
      return `${length} posted, the service down`;
    }),
};
