import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Random } from "../../hostile/random";
import type { Case, Outcome } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { readOutbox } from "../outbox";
import { until, within } from "../until";
import { makeVolume, mountImage, noVolumes } from "../volume";

const ROUNDS = 5;
const CUTS = 5;
const AT_ONCE = 5;
const PATIENCE_MS = 20_000;

/** What was on the device at a cut, and the visitors that had been told "sent" before. */
type Cut = { image: Buffer; sent: ReturnType<typeof makeCrowd>["sent"]; key: string };

/** Nothing is flushed but what the site flushes: the image of its disk, copied while requests come in, holds them all. */
export const POWER_CUT: Case = { name: "power cut", lacks: noVolumes, run: (random) => cutPower(random) };

/** The same on a site whose flushes of one kind do nothing. It must lose requests, or the case above shows nothing. */
export const TEETH: Case[] = ["files", "folders"].map((what) => ({
  name: `power cut, ${what} not flushed`,
  lacks: async () => (await noVolumes()) ?? noCompiler(),
  run: async (random) => {
    const home = await mkdtemp(join(tmpdir(), "no-sync-"));
    const shim = join(home, "no-sync.so");
    execFileSync("gcc", ["-shared", "-fPIC", "-o", shim, "tests/faults/no-sync.c", "-ldl"]);
    const outcome = await cutPower(random, { LD_PRELOAD: shim, NO_SYNC: what });
    await rm(home, { recursive: true });
    const caught = outcome.lost > 0;
    return { ...outcome, wrong: caught ? [] : [`no request was lost with ${what} not flushed`] };
  },
}));

function noCompiler(): string | undefined {
  try {
    execFileSync("gcc", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "gcc is not installed";
  }
}

const keyIn = (dir: string) => (existsSync(join(dir, "key")) ? readFileSync(join(dir, "key"), "utf8") : "");

async function cutPower(random: Random, settings: Record<string, string> = {}): Promise<Outcome> {
  const cuts: Cut[] = [];
  for (let round = 0; round < ROUNDS; round++)
    cuts.push(...(await takeCuts(random, round % 2 === 0, round < 2 ? 1 : 3, settings)));
  const outcome: Outcome = { attempts: cuts.length, sent: 0, lost: 0, copies: 0, seen: "", wrong: [] };
  const queue = cuts.values();
  const work = async () => {
    for (const cut of queue) await resume(cut, outcome);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (outcome.sent === 0) outcome.wrong.push("no visitor was told sent before a cut");
  outcome.wrong = [...new Set(outcome.wrong)];
  return outcome;
}

/**
 * Cuts at random moments while visitors post, and right after one of them had an answer.
 *
 * @param tried whether the service is asked, and puts the requests off; else they are only kept
 */
async function takeCuts(random: Random, tried: boolean, visitors: number, settings: Record<string, string>) {
  const volume = await makeVolume();
  const outboxDir = join(volume.dir, "outbox");
  const forwarder = await startForwarder();
  forwarder.behave("json-web-server");
  const site = await startPatientSite(outboxDir, tried ? forwarder.url : "", {
    ...settings,
    // So long that no attempt but the first falls between the cuts.
    REDELIVERY_WAITS_S: "60",
  });
  const crowd = makeCrowd(() => site.port);
  const cuts: Cut[] = [];
  const cut = () => {
    const sent = crowd.sent.filter(({ told }) => told === "sent");
    cuts.push({ image: volume.cutPower(), sent, key: keyIn(outboxDir) });
  };
  let over = false;
  let isNext = false;
  const visitor = async () => {
    while (!over) {
      const { told } = await crowd.post();
      // The moment at which a missing flush shows.
      if (isNext && told === "sent") cut();
      isNext = false;
      await sleep(random.int(0, 60));
    }
  };
  const visiting = Array.from({ length: visitors }, visitor);
  for (let number = 0; number < CUTS; number++) {
    await sleep(random.int(20, 250));
    if (number % 2 === 0) cut();
    else {
      isNext = true;
      await until(() => !isNext, PATIENCE_MS);
    }
  }
  over = true;
  await Promise.all(visiting);
  await site.stop("SIGKILL");
  await forwarder.close();
  await volume.remove();
  return cuts;
}

/** The power is back: what lies on the disk is whole, and a site that starts on it delivers it. */
async function resume({ image, sent, key }: Cut, outcome: Outcome): Promise<void> {
  const volume = await mountImage(image);
  const outboxDir = join(volume.dir, "outbox");
  const forwarder = await startForwarder();
  try {
    const { kept, broken } = await readOutbox(outboxDir);
    if (broken.length > 0) outcome.wrong.push(`not whole: ${broken.length}`);
    if (sent.length > 0 && keyIn(outboxDir) !== key) outcome.wrong.push("the key is gone or another");
    // A next attempt is due soon where the wait after a first one is short.
    const site = await within(
      startPatientSite(outboxDir, forwarder.url, { FORWARD_TIMEOUT_MS: "500" }),
      15_000,
    );
    if (site === "late") throw new Error("the site does not start after the cut");
    const { lost } = count(sent, [], kept);
    outcome.sent += sent.length;
    outcome.lost += lost;
    if (lost > 0) outcome.wrong.push("requests told sent are not on the disk");
    if (lost + broken.length === 0) {
      const waiting = await site.waiting();
      // What was put off by a minute is not waited for.
      const due = waiting.filter(({ id, tries }) => id && !tries.forward).length;
      await until(() => forwarder.received.length >= due, PATIENCE_MS);
      if (forwarder.received.length < due) outcome.wrong.push("what is on the disk was not delivered");
      outcome.copies += count(sent, forwarder.received, []).copies;
    }
    await site.stop("SIGKILL");
  } finally {
    await forwarder.close();
    await volume.remove();
  }
}
