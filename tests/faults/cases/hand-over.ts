import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addUp, type Case } from "../case";
import { makeFolders } from "../outbox";
import { onStage, type Stage } from "../stage";
import { until } from "../until";

const HAND_OVERS = 4;
const STARTS = 5;
const SLOW_MS = 2_000;
const SETTINGS = { FORWARD_TIMEOUT_MS: "5000" };
/** How long a frozen process may keep the other from its work. */
const FROZEN_MS = 30_000;

/** A request is put off, and its second attempt is under way. */
async function redelivering(stage: Stage): Promise<void> {
  const { forwarder } = stage;
  forwarder.behave("json-web-server");
  await stage.post();
  const before = forwarder.received.length;
  forwarder.behave("slow", { ms: SLOW_MS });
  const begun = await until(() => forwarder.received.length > before, 15_000);
  stage.expect(begun, "nothing was redelivered");
}

/** A redelivery is in flight when the process is told to stop, and another one waits for its turn. */
const STOPPED: Case = {
  name: "stop during a redelivery, another process waits",
  run: () =>
    onStage(async (stage) => {
      let holder = await stage.start(SETTINGS);
      for (let time = 0; time < HAND_OVERS; time++) {
        const other = await stage.start(SETTINGS);
        await redelivering(stage);
        await stage.stop("SIGTERM", holder);
        await sleep(500);
        await stage.emptied();
        holder = other;
      }
      await sleep(SLOW_MS);
    }),
};

/** The process that redelivers is frozen, between two attempts or within one; later it goes on. */
const frozen = (midway: boolean): Case => ({
  name: `frozen ${midway ? "within an attempt" : "between attempts"}, another process waits`,
  run: () =>
    onStage(async (stage) => {
      const { forwarder, expect } = stage;
      const holder = await stage.start(SETTINGS);
      await sleep(1_000);
      await stage.start(SETTINGS);
      if (midway) await redelivering(stage);
      process.kill(holder.pid, "SIGSTOP");
      const began = performance.now();
      try {
        forwarder.behave("json-web-server");
        await stage.atOnce(3);
        forwarder.behave("json-true");
        const all = () => stage.arrived() === stage.sent.length;
        expect(await until(all, FROZEN_MS), "the other process did not take over within 30 s");
      } finally {
        process.kill(holder.pid, "SIGCONT");
      }
      const tookMs = Math.round(performance.now() - began);
      await sleep(3_000);
      // Both are there again, and only one may redeliver.
      forwarder.behave("json-web-server");
      await stage.atOnce(6);
      forwarder.behave("slow", { ms: 300 });
      await stage.emptied();
      await sleep(2_000);
      // Nobody knows what became of what was in flight when it froze.
      await stage.judge({ excused: midway ? 1 : 0 });
      return `taken over after ${tookMs} ms`;
    }),
});

/** The process that redelivered was killed and its lock lies there; two others start at the same moment. */
const TWO_STARTS: Case = {
  name: "two starts at once after a kill",
  run: async () => {
    const once = () =>
      onStage(async (stage) => {
        await makeFolders(stage.dir);
        await stage.start(SETTINGS);
        await until(() => existsSync(join(stage.dir, "redelivery.sock")), 5_000);
        await stage.stop();
        stage.forwarder.behave("slow", { ms: 300 });
        await stage.keep(3);
        await Promise.all([stage.start(SETTINGS), stage.start(SETTINGS)]);
        await stage.emptied();
        await sleep(600);
      });
    const outcomes = [];
    for (let time = 0; time < STARTS; time++) outcomes.push(await once());
    return addUp(outcomes);
  },
};

export const HAND_OVER = [STOPPED, frozen(false), frozen(true), TWO_STARTS];
