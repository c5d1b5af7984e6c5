import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { makeSmallDisk, noSmallDisks } from "../disk";
import { makeFolders } from "../outbox";
import { onStage } from "../stage";
import { until } from "../until";

/** What waits on a disk that takes nothing any more is sent all the same, once, and moved away once the disk is mended. */
const startOn = (what: "full" | "read-only"): Case => ({
  name: `started on a ${what} disk with requests waiting`,
  lacks: noSmallDisks,
  run: async () => {
    const disk = await makeSmallDisk();
    return onStage(
      async (stage) => {
        await makeFolders(stage.dir);
        await stage.start();
        await sleep(1_500);
        await stage.stop();
        await stage.keep(3);
        if (what === "full") disk.fill();
        else await disk.makeReadOnly();

        await stage.start();
        await stage.atOnce(3);
        await until(() => stage.arrived() === 6, 10_000);
        stage.expect(stage.arrived() === 6, `${stage.arrived()} of 6 arrived while it took nothing`);
        await sleep(3_000);
        await disk.mend();
        await stage.emptied(10_000);
        await sleep(1_000);
      },
      { disk },
    );
  },
});

export const UNWRITABLE_START = [startOn("full"), startOn("read-only")];
