import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { makeVolume, noVolumes } from "../disk";
import { fetchPage, watchPages } from "../pages";
import { onStage, type Stage } from "../stage";
import { within } from "../until";

const VISITORS = 10;
const ANSWER_MS = 5_000;
const FROZEN_MS = 8_000;

/**
 * The disk hangs, the log says so once, and everybody is answered in time. After the thaw one more request is kept and delivered, the outbox
 * empties, and nothing came twice.
 *
 * @param act what happens before and while it hangs; `freeze` resolves to what thaws it
 */
const frozen = (name: string, act: (stage: Stage, freeze: () => Promise<void>) => Promise<void>): Case => ({
  name,
  lacks: noVolumes,
  run: async () => {
    const disk = await makeVolume();
    return onStage(
      async (stage) => {
        let thaw = async () => {};
        try {
          await act(stage, async () => {
            stage.slowest();
            thaw = await disk.freeze();
          });
        } finally {
          await thaw();
        }
        const slowest = stage.slowest();
        stage.expect(slowest <= ANSWER_MS, `a visitor waited ${slowest} ms`);
        await sleep(1_000);
        const said = stage.troubles().some((line) => line.startsWith("outbox.unwritable"));
        stage.expect(said, "no log line says that the outbox is unwritable");
        stage.forwarder.behave("json-true");
        await stage.post();
        const [kept] = stage.site().events("quote.received").slice(-1);
        stage.expect(Boolean(kept?.stored), "after the thaw a request is still not kept");
        await stage.emptied();
        await sleep(4_000);
        return `slowest answer ${slowest} ms`;
      },
      { disk },
    );
  },
});

export const FROZEN_DISK = [
  // The service is well, so everything arrives meanwhile, but for what was put off before.
  frozen("frozen disk", async (stage, freeze) => {
    const { forwarder, expect } = stage;
    const { url } = await stage.start();
    await stage.post();
    forwarder.behave("status", { status: 500 });
    await stage.atOnce(3);
    forwarder.behave("json-true");
    await freeze();
    const pages = watchPages(url);
    const over = sleep(FROZEN_MS);
    const ready = fetchPage(url, "/readyz");
    await stage.atOnce(VISITORS);
    const { status, ms } = await ready;
    expect(status === 503 && ms <= ANSWER_MS, `/readyz: ${status} after ${ms} ms`);
    await over;
    await stage.atOnce(3);
    const [arrived, all] = [stage.arrived(), stage.sent.length];
    expect(arrived >= all - 3, `${arrived} of ${all} arrived while the disk was frozen`);
    stage.outcome.wrong.push(...(await pages.stop()).wrong);
  }),
  // Nobody has the requests, so nobody is told "sent".
  frozen("frozen disk, service puts off", async (stage, freeze) => {
    stage.forwarder.behave("json-web-server");
    await stage.start();
    await stage.post();
    await freeze();
    const early = (await stage.atOnce(VISITORS)).filter(({ told }) => told === "sent").length;
    stage.expect(early === 0, `${early} were told sent while nobody had their request`);
  }),
  // From before the start: the site starts, says so, and relays.
  frozen("started on a frozen disk", async (stage, freeze) => {
    const { expect } = stage;
    await freeze();
    const began = performance.now();
    const site = await within(stage.start(), 10_000);
    if (site === "late") throw new Error("it does not listen within 10 s");
    const { status } = await fetchPage(site.url, "/quote");
    expect(status === 200, `/quote: ${status}`);
    expect(performance.now() - began <= ANSWER_MS, "no page within 5 s of the start");
    const pages = watchPages(site.url);
    await stage.atOnce(8);
    expect(stage.arrived() === 8, "not all were relayed");
    stage.outcome.wrong.push(...(await pages.stop()).wrong);
  }),
];
