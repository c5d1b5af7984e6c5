import { setTimeout as sleep } from "node:timers/promises";
import { onStage } from "../case";
import type { Stage } from "../stage";
import { until } from "../until";

const HAND_OVERS = 4;
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
const STOPPED = onStage("stop during a redelivery, another process waits", {}, async (stage) => {
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
});

/** The process that redelivers is frozen, between two attempts or within one; later it goes on. */
const frozen = (when: "between attempts" | "within an attempt") =>
  onStage(`frozen ${when}, another process waits`, {}, async (stage) => {
    const { forwarder } = stage;
    const isMidway = when === "within an attempt";
    const holder = await stage.start(SETTINGS);
    await sleep(1_000);
    await stage.start(SETTINGS);
    if (isMidway) await redelivering(stage);
    process.kill(holder.pid, "SIGSTOP");
    const began = performance.now();
    try {
      forwarder.behave("json-web-server");
      await stage.atOnce(3);
      forwarder.behave("json-true");
      await stage.allArrive(FROZEN_MS);
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
    await stage.judge({ excused: isMidway ? 1 : 0 });
    return `taken over after ${tookMs} ms`;
  });

export const HAND_OVER = [STOPPED, frozen("between attempts"), frozen("within an attempt")];
