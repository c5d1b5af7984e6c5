import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../hostile/random";
import { addUp, type Case, type Outcome } from "../case";
import { makeVolume, mountCopy, noVolumes } from "../disk";
import { onStage, type Sent } from "../stage";
import { until, within } from "../until";

const ROUNDS = 5;
const CUTS = 5;
const AT_ONCE = 5;
const PATIENCE_MS = 20_000;

/** What was on the device at a cut, and what the visitors had been told before. */
type Cut = { image: Buffer; sent: Sent[]; key: string };

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
  const outcomes: Outcome[] = [];
  const queue = cuts.values();
  const work = async () => {
    for (const cut of queue) outcomes.push(await resume(cut));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const outcome = addUp(outcomes, `${cuts.length} cuts`);
  if (outcome.sent === 0) outcome.wrong.push("no visitor was told sent before a cut");
  return outcome;
}

/**
 * Cuts at random moments while visitors post, and right after one of them had an answer.
 *
 * @param tried whether the service is asked, and puts the requests off; else they are only kept
 */
async function takeCuts(random: Random, tried: boolean, visitors: number, settings: Record<string, string>) {
  const disk = await makeVolume();
  const cuts: Cut[] = [];
  const act: Parameters<typeof onStage>[0] = async (stage) => {
    stage.forwarder.behave("json-web-server");
    // So long that no attempt but the first falls between the cuts.
    const waits = { ...settings, REDELIVERY_WAITS_S: "60" };
    await stage.start(tried ? waits : { ...waits, FORWARD_URL: "" });
    const cut = () => {
      const sent = stage.sent.map((one) => ({ ...one }));
      cuts.push({ image: disk.cutPower(), sent, key: keyIn(stage.dir) });
    };
    let over = false;
    let isNext = false;
    const visitor = async () => {
      while (!over) {
        const { told } = await stage.post();
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
  };
  await onStage(act, { disk });
  return cuts;
}

/** The power is back: what lies on the disk is whole, and a site that starts on it delivers it. */
async function resume({ image, sent, key }: Cut): Promise<Outcome> {
  const disk = await mountCopy(image);
  return onStage(
    async (stage) => {
      stage.sent.push(...sent);
      const hadOne = sent.some(({ told }) => told === "sent");
      stage.expect(!hadOne || keyIn(stage.dir) === key, "the key is gone or another");
      const site = await within(stage.start({ FORWARD_TIMEOUT_MS: "500" }), 15_000);
      if (site === "late") throw new Error("the site does not start after the cut");
      // What was put off by a minute is not waited for.
      const due = (await site.waiting()).filter(({ id, tries }) => id && !tries.forward).length;
      const delivered = await until(() => stage.forwarder.received.length >= due, PATIENCE_MS);
      stage.expect(delivered, "what is on the disk was not delivered");
      await stage.stop();
    },
    { disk },
  );
}
