import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { keep, makeFolders, makeKept } from "../keep";
import { readOutbox } from "../outbox";
import { until } from "../until";

const HAND_OVERS = 4;
const STARTS = 5;
const SLOW_MS = 2_000;
const SETTINGS = { FORWARD_TIMEOUT_MS: "5000" };
const PATIENCE_MS = 40_000;
/** How long a frozen process may keep the other from its work. */
const FROZEN_MS = 30_000;

const emptied = (dir: string) => until(async () => (await readOutbox(dir)).kept.length === 0, PATIENCE_MS);

/** A redelivery is in flight when the process is told to stop, and another one waits for its turn. */
const STOPPED: Case = {
  name: "stop during a redelivery, another process waits",
  run: async () => {
    const wrong: string[] = [];
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-turn-"));
    const forwarder = await startForwarder();
    let holder = await startPatientSite(outboxDir, forwarder.url, SETTINGS);
    let other = await startPatientSite(outboxDir, forwarder.url, SETTINGS);
    const crowd = makeCrowd(() => holder.port);
    for (let time = 0; time < HAND_OVERS; time++) {
      forwarder.behave("json-web-server");
      await crowd.post();
      const before = forwarder.received.length;
      forwarder.behave("slow", { ms: SLOW_MS });
      if (!(await until(() => forwarder.received.length > before, 15_000)))
        wrong.push("nothing was redelivered");
      const stopped = holder.stop("SIGTERM");
      if ((await stopped) !== 0) wrong.push("the stop did not end with 0");
      await sleep(500);
      if (!(await emptied(outboxDir))) wrong.push("the other process does not take over");
      holder = other;
      other = await startPatientSite(outboxDir, forwarder.url, SETTINGS);
    }
    await sleep(SLOW_MS);
    const { sent, lost, copies } = count(crowd.sent, forwarder.received, (await readOutbox(outboxDir)).kept);
    if (lost > 0) wrong.push("requests told sent are lost");
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    await Promise.all([holder.stop("SIGKILL"), other.stop("SIGKILL")]);
    await forwarder.close();
    await rm(outboxDir, { recursive: true, force: true });
    return { attempts: HAND_OVERS, sent, lost, copies, seen: "", wrong };
  },
};

/** The process that redelivers is frozen, between two attempts or within one; later it goes on. */
const frozen = (midway: boolean): Case => ({
  name: `frozen ${midway ? "within an attempt" : "between attempts"}, another process waits`,
  run: async () => {
    const wrong: string[] = [];
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-turn-"));
    const forwarder = await startForwarder();
    const holder = await startPatientSite(outboxDir, forwarder.url, SETTINGS);
    await sleep(1_000);
    const other = await startPatientSite(outboxDir, forwarder.url, SETTINGS);
    const crowd = makeCrowd(() => other.port);
    const busy = makeCrowd(() => holder.port);
    forwarder.behave("json-web-server");
    if (midway) {
      await busy.post();
      const before = forwarder.received.length;
      forwarder.behave("slow", { ms: SLOW_MS });
      if (!(await until(() => forwarder.received.length > before, 15_000)))
        wrong.push("nothing was redelivered");
    }
    process.kill(holder.pid, "SIGSTOP");
    let tookMs = 0;
    try {
      forwarder.behave("json-web-server");
      await crowd.atOnce(3);
      forwarder.behave("json-true");
      const began = performance.now();
      const all = () => count(crowd.sent, forwarder.received, []).arrived === crowd.sent.length;
      if (!(await until(all, FROZEN_MS))) wrong.push("the other process did not take over within 30 s");
      tookMs = Math.round(performance.now() - began);
    } finally {
      process.kill(holder.pid, "SIGCONT");
    }
    await sleep(3_000);
    // Both are there again, and only one may redeliver.
    forwarder.behave("json-web-server");
    await crowd.atOnce(6);
    forwarder.behave("slow", { ms: 300 });
    if (!(await emptied(outboxDir))) wrong.push("the outbox does not empty after the thaw");
    await sleep(2_000);
    const { kept } = await readOutbox(outboxDir);
    const { sent, lost, copies } = count(crowd.sent, forwarder.received, kept);
    // What was in flight when it froze may come twice: nobody knows what became of it.
    const inFlight = count(busy.sent, forwarder.received, kept);
    if (lost + inFlight.lost > 0) wrong.push("requests told sent are lost");
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    if (inFlight.copies > 1) wrong.push(`what was in flight arrived ${inFlight.copies + 1} times`);
    await Promise.all([holder.stop("SIGKILL"), other.stop("SIGKILL")]);
    await forwarder.close();
    await rm(outboxDir, { recursive: true, force: true });
    const seen = `taken over after ${tookMs} ms${midway ? `, in flight: ${inFlight.copies} copies` : ""}`;
    return { attempts: 1, sent: sent + inFlight.sent, lost: lost + inFlight.lost, copies, seen, wrong };
  },
});

/** The process that redelivered was killed and its lock lies there; two others start at the same moment. */
const TWO_STARTS: Case = {
  name: "two starts at once after a kill",
  run: async () => {
    const wrong: string[] = [];
    let copies = 0;
    for (let time = 0; time < STARTS; time++) {
      const outboxDir = await mkdtemp(join(tmpdir(), "outbox-turn-"));
      await makeFolders(outboxDir);
      const forwarder = await startForwarder();
      const start = () => startPatientSite(outboxDir, forwarder.url, SETTINGS);
      const first = await start();
      await until(() => existsSync(join(outboxDir, "redelivery.sock")), 5_000);
      await first.stop("SIGKILL");
      forwarder.behave("slow", { ms: 300 });
      for (let kept = 0; kept < 3; kept++) await keep(outboxDir, makeKept());
      const sites = await Promise.all([start(), start()]);
      if (!(await emptied(outboxDir))) wrong.push("the outbox does not empty");
      await sleep(600);
      copies += Math.max(0, forwarder.received.length - 3);
      await Promise.all(sites.map(({ stop }) => stop("SIGKILL")));
      await forwarder.close();
      await rm(outboxDir, { recursive: true, force: true });
    }
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    return { attempts: STARTS, sent: 0, lost: 0, copies, seen: "", wrong };
  },
};

export const HAND_OVER = [STOPPED, frozen(false), frozen(true), TWO_STARTS];
