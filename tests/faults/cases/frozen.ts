import { setTimeout as sleep } from "node:timers/promises";
import { onStage } from "../case";
import { makeVolume } from "../disk";
import type { Stage } from "../stage";
import { visit } from "../visitor";

const VISITORS = 10;
const ANSWER_MS = 5_000;
const FROZEN_MS = 8_000;

/**
 * The disk hangs, the log says so once, and everybody is answered in time. After the thaw one more request is kept and
 * delivered, the outbox empties, and nothing came twice.
 *
 * @param act what happens before and while it hangs, from `freeze` on
 */
const frozen = (name: string, act: (stage: Stage, freeze: () => Promise<void>) => Promise<void>) =>
  onStage(name, { disk: makeVolume }, async (stage) => {
    const { disk, forwarder, expect } = stage;
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
    expect(slowest <= ANSWER_MS, `a visitor waited ${slowest} ms`);
    await sleep(1_000);
    stage.isUnwritable();
    forwarder.behave("json-true");
    await stage.post();
    const kept = stage.site().events("quote.received").at(-1);
    expect(Boolean(kept?.stored), "after the thaw a request is still not kept");
    await stage.emptied();
    await sleep(4_000);
    return `slowest answer ${slowest} ms`;
  });

export const FROZEN = [
  // The service is well, so everything arrives meanwhile, but for what was put off before.
  frozen("frozen disk", async (stage, freeze) => {
    const { forwarder, expect } = stage;
    const { url } = await stage.start();
    await stage.post();
    forwarder.behave("status");
    await stage.atOnce(3);
    forwarder.behave("json-true");
    await freeze();
    const endWatch = stage.watch();
    const over = sleep(FROZEN_MS);
    const ready = visit(`${url}/readyz`);
    await stage.atOnce(VISITORS);
    const { status, ms } = await ready;
    expect(status === 503 && ms <= ANSWER_MS, `/readyz: ${status} after ${ms} ms`);
    await over;
    await stage.atOnce(3);
    const [arrived, all] = [stage.arrived(), stage.sent.length];
    expect(arrived >= all - 3, `${arrived} of ${all} arrived while the disk was frozen`);
    await endWatch();
  }),
  // Nobody has the requests, so nobody is told "sent".
  frozen("frozen disk, service puts off", async (stage, freeze) => {
    stage.forwarder.behave("json-web-server");
    await stage.start();
    await stage.post();
    await freeze();
    await stage.refuse(VISITORS);
  }),
  // From before the start: the site starts, says so, and relays.
  frozen("started on a frozen disk", async (stage, freeze) => {
    await freeze();
    const began = performance.now();
    const { url } = await stage.start();
    await visit(`${url}/quote`);
    stage.expect(performance.now() - began <= ANSWER_MS, "no page within 5 s of the start");
    const endWatch = stage.watch();
    await stage.atOnce(8);
    await stage.allArrive(0);
    await endWatch();
  }),
];
