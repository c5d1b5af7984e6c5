import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { type Sent, startPatientSite } from "../cell";
import { count } from "../crowd";
import { readOutbox } from "../outbox";
import { until } from "../until";
import { send, typeSomething } from "../visitor";

const KILLS = 20;
const VISITORS = 10;
const SLOW_MS = 150;
const PATIENCE_MS = 60_000;

/** Killed again and again at random moments, while visitors post and the service is slow. Who gets no answer sends again. */
export const KILLED: Case = {
  name: "random kills",
  limitS: 300,
  run: async (random) => {
    const wrong: string[] = [];
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-kills-"));
    const forwarder = await startForwarder();
    let site = await startPatientSite(outboxDir, forwarder.url);
    const sent: Sent[] = [];
    let over = false;
    const visitor = async () => {
      while (!over) {
        const one: Sent = { typed: typeSomething(), told: "nothing" };
        sent.push(one);
        while (one.told === "nothing") {
          one.told = await send(site.port, one.typed);
          await sleep(random.int(0, 80));
        }
      }
    };
    const visitors = Array.from({ length: VISITORS }, visitor);
    let open = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      const before = forwarder.received.length;
      forwarder.behave(random.pick(["slow", "slow", "json-web-server"] as const), { ms: SLOW_MS });
      await sleep(random.int(50, 2_000));
      await site.stop("SIGKILL");
      await sleep(50); // What it had sent is still on the way.
      const ended = site.output().match(/"event":"quote\.(delivered|kept|unsent)"/g)?.length ?? 0;
      open += Math.max(0, forwarder.received.length - before - ended);
      site = await startPatientSite(outboxDir, forwarder.url);
    }
    over = true;
    await Promise.all(visitors);
    forwarder.behave("json-true");
    const emptied = await until(async () => (await readOutbox(outboxDir)).kept.length === 0, PATIENCE_MS);
    if (!emptied) wrong.push("the outbox does not empty");
    await sleep(300);
    const result = count(sent, forwarder.received, (await readOutbox(outboxDir)).kept);
    if (result.lost > 0) wrong.push(`${result.lost} told sent are lost`);
    if (result.strange > 0) wrong.push(`${result.strange} arrived that nobody sent so`);
    const unknown = site.output().match(/"class":"unknown"/g)?.length ?? 0;
    const copies = Math.max(0, result.copies - open - unknown);
    if (copies > 0) wrong.push(`${copies} arrived twice without a reason`);
    await site.stop("SIGKILL");
    await forwarder.close();
    await rm(outboxDir, { recursive: true, force: true });
    const seen = `${sent.length} requests, ${open} attempts cut short, ${result.copies} copies of those`;
    return { attempts: KILLS, sent: result.sent, lost: result.lost, copies, seen, wrong };
  },
};
