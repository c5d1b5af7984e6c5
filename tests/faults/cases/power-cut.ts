import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../hostile/random";
import { type Case, onStage } from "../case";
import { lacking, makeVolume } from "../disk";
import type { Sent } from "../judge";
import type { Stage } from "../stage";
import { until } from "../until";

const ROUNDS = 5;
const CUTS = 5;
const PATIENCE_MS = 20_000;

/** What was on the device at a cut, and what the visitors had been told before. */
type Cut = { image: Buffer; sent: Sent[]; key: string };

const cutPower = (name: string, settings: Record<string, string> = {}) =>
  onStage(name, { limitS: 300, lacks: () => lacking(makeVolume) }, async (stage, random) => {
    for (let round = 0; round < ROUNDS; round++) {
      // Either the service is asked, and puts the requests off; or they are only kept.
      const service: Record<string, string> = round % 2 === 0 ? {} : { FORWARD_URL: "" };
      for (const cut of await takeCuts(stage, random, round < 2 ? 1 : 3, { ...settings, ...service }))
        await resume(stage, cut);
    }
    stage.expect(stage.outcome.sent > 0, "no visitor was told sent before a cut");
  });

/** Nothing is flushed but what the site flushes: the image of its disk, copied while requests come in, holds them all. */
export const POWER_CUT = cutPower("power cut");

/** The same on a site whose flushes of one kind do nothing. It must lose requests, or the case above shows nothing. */
export const WITHOUT_FLUSHES: Case[] = ["files", "folders"].map((what) => {
  const name = `power cut, ${what} not flushed`;
  return {
    ...POWER_CUT,
    name,
    run: async (random) => {
      const home = await mkdtemp(join(tmpdir(), "no-sync-"));
      const shim = join(home, "no-sync.so");
      execFileSync("gcc", ["-shared", "-fPIC", "-o", shim, "tests/faults/no-sync.c", "-ldl"]);
      const outcome = await cutPower(name, { LD_PRELOAD: shim, NO_SYNC: what }).run(random);
      await rm(home, { recursive: true });
      return { ...outcome, wrong: outcome.lost > 0 ? [] : [`no request was lost with ${what} not flushed`] };
    },
  };
});

const keyIn = (dir: string) => (existsSync(join(dir, "key")) ? readFileSync(join(dir, "key"), "utf8") : "");

/** Cuts at random moments while visitors post, and right after one of them had an answer. */
async function takeCuts(stage: Stage, random: Random, visitors: number, settings: Record<string, string>) {
  const disk = await makeVolume();
  const cuts: Cut[] = [];
  stage.dir = disk.dir;
  stage.forwarder.behave("json-web-server");
  // So long that no attempt but the first falls between the cuts.
  await stage.start({ ...settings, REDELIVERY_WAITS_S: "60" });
  const cut = () => {
    const sent = stage.sent.map((one) => ({ ...one }));
    cuts.push({ image: disk.cutPower(), sent, key: keyIn(disk.dir) });
  };
  let isOver = false;
  let isNext = false;
  const visitor = async () => {
    while (!isOver) {
      const { outcome } = await stage.post();
      // The moment at which a missing flush shows.
      if (isNext && outcome === "sent") cut();
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
  isOver = true;
  await Promise.all(visiting);
  await stage.stop();
  await disk.remove();
  stage.forget();
  return cuts;
}

/** The power is back: what lies on the disk is whole, and a site that starts on it delivers it. */
async function resume(stage: Stage, { image, sent, key }: Cut): Promise<void> {
  const disk = await makeVolume(image);
  stage.dir = disk.dir;
  stage.sent.push(...sent);
  const hadOne = sent.some(({ outcome }) => outcome === "sent");
  stage.expect(!hadOne || keyIn(disk.dir) === key, "the key is gone or another");
  const site = await stage.start({ FORWARD_TIMEOUT_MS: "500" });
  // What was put off by a minute is not waited for, nor is anything beside a file that is damaged, which is judged.
  const waiting = await site.waiting().catch(() => []);
  const due = waiting.filter(({ id, tries }) => id && !tries.forward).length;
  const delivered = await until(() => stage.forwarder.received.length >= due, PATIENCE_MS);
  stage.expect(delivered, "what is on the disk was not delivered");
  await stage.stop();
  await stage.judge();
  await disk.remove();
}
