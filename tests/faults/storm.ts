import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../forwarder/forwarder.mjs";
import type { Case } from "./case";
import { startPatientSite } from "./cell";
import { openGate } from "./gate";
import { readOutbox } from "./outbox";
import { typedIn } from "./verdict";
import { send, type Typed, typeSomething } from "./visitor";

const REQUESTS = 200;
const KILLS = 2;
const AT_ONCE = 8;
const PATIENCE_MS = 120_000;

/**
 * Many requests while the service is down and the site is killed twice; who gets no answer sends again. Then the service
 * is back, and every request must arrive, once. None is told "sent", for the service is down.
 */
export const STORM: Case = { name: "storm", limitS: 300, run: runStorm };

async function runStorm() {
  const outboxDir = await mkdtemp(join(tmpdir(), "outbox-storm-"));
  const forwarder = await startForwarder();
  const gate = await openGate(Number(new URL(forwarder.origin).port));
  await gate.shut();
  let site = await startPatientSite(outboxDir, gate.url);

  const all = Array.from({ length: REQUESTS }, typeSomething);
  let answered = 0;
  let again = 0;
  async function insist(typed: Typed): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; again++) {
      const told = await send(site.port, typed);
      if (told === "sent") throw new Error("told sent while the service is down");
      if (told === "error") {
        answered++;
        return;
      }
      await sleep(200);
    }
  }
  async function kill(): Promise<void> {
    for (let kills = 1; kills <= KILLS; kills++) {
      while (answered < (REQUESTS * kills) / (KILLS + 1)) await sleep(5);
      await site.stop("SIGKILL");
      site = await startPatientSite(outboxDir, gate.url);
    }
  }
  const queue = all.values();
  const visitor = async () => {
    for (const typed of queue) await insist(typed);
  };
  await Promise.all([kill(), ...Array.from({ length: AT_ONCE }, visitor)]);

  await gate.open();
  const restored = performance.now();
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
    const { kept } = await readOutbox(outboxDir);
    if (kept.length === 0) break;
  }
  const arrived = forwarder.received.map((arrival) => JSON.stringify(typedIn(arrival)));
  const distinct = new Set(arrived);
  const missing = all.filter((typed) => !distinct.has(JSON.stringify(typed))).length;
  const duplicates = arrived.length - distinct.size;
  await site.stop("SIGKILL");
  await gate.shut();
  await forwarder.close();
  await rm(outboxDir, { recursive: true, force: true });

  const wrong: string[] = [];
  if (missing > 0) wrong.push(`${missing} of ${REQUESTS} did not arrive`);
  if (distinct.size > REQUESTS) wrong.push("some arrived that nobody sent so");
  if (duplicates > 0) wrong.push(`${duplicates} duplicates without a reason`);
  const seconds = Math.round((performance.now() - restored) / 1000);
  const seen = `${REQUESTS} requests, ${again} sent again, all arrived ${seconds} s after the service was back`;
  return { attempts: KILLS, sent: 0, lost: missing, copies: duplicates, seen, wrong };
}
