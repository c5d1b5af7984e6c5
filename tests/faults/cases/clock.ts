import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { makeClock, noClock } from "../clock-shim";
import { count, makeCrowd } from "../crowd";
import { readOutbox } from "../outbox";
import { until } from "../until";

/** The waits are one second; the first look for what was never tried comes after six. */
const USUAL_MS = 15_000;

const emptied = (dir: string) => until(async () => (await readdir(join(dir, "new"))).length === 0, USUAL_MS);

/** What each of these ends with: everything arrived, once, and nothing was given up. */
async function judged(
  outboxDir: string,
  crowd: ReturnType<typeof makeCrowd>,
  forwarder: Forwarder,
  wrong: string[] = [],
  seen = "",
) {
  if (!(await emptied(outboxDir))) wrong.push("what waits is not sent within the usual wait");
  const { length } = await readdir(join(outboxDir, "dead"));
  if (length > 0) wrong.push(`${length} in dead/`);
  await sleep(500);
  const { kept } = await readOutbox(outboxDir);
  const { arrived, sent, lost, copies } = count(crowd.sent, forwarder.received, kept);
  if (arrived < crowd.sent.length) wrong.push(`${arrived} of ${crowd.sent.length} arrived`);
  if (copies > 0) wrong.push(`${copies} arrived twice`);
  await forwarder.close();
  await rm(outboxDir, { recursive: true, force: true });
  return { attempts: 1, sent, lost, copies, seen, wrong };
}

/** Requests are stored by one clock, and the next start has another. */
const restarted = (name: string, first: string, second: string, tried: boolean): Case => ({
  name,
  lacks: noClock,
  run: async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-clock-"));
    const forwarder = await startForwarder();
    forwarder.behave("json-web-server");
    let site = await startPatientSite(outboxDir, tried ? forwarder.url : "", makeClock(first).settings);
    const crowd = makeCrowd(() => site.port);
    await crowd.atOnce(5);
    await site.stop("SIGKILL");
    forwarder.behave("json-true");
    site = await startPatientSite(outboxDir, forwarder.url, makeClock(second).settings);
    const outcome = await judged(outboxDir, crowd, forwarder);
    await site.stop("SIGKILL");
    return outcome;
  },
});

/** The clock jumps while requests wait; the service is well a moment later. */
const jumped = (by: string): Case => ({
  name: `clock jumps by ${by}`,
  lacks: noClock,
  run: async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-clock-"));
    const forwarder = await startForwarder();
    forwarder.behave("json-web-server");
    const clock = makeClock();
    const site = await startPatientSite(outboxDir, forwarder.url, {
      ...clock.settings,
      REDELIVERY_WAITS_S: "2",
    });
    const crowd = makeCrowd(() => site.port);
    await crowd.atOnce(5);
    clock.set(by);
    await sleep(2_000);
    await crowd.atOnce(3);
    forwarder.behave("json-true");
    const outcome = await judged(outboxDir, crowd, forwarder);
    await site.stop("SIGKILL");
    return outcome;
  },
});

/** Over the limit, requests are held for some seconds by a clock that is ahead; the next start has the right one. */
const held = (by: string): Case => ({
  name: `clock ahead by ${by} when held`,
  lacks: noClock,
  run: async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-clock-"));
    const forwarder = await startForwarder();
    const limited = { RATE_LIMIT_MAX: "1", RATE_LIMIT_WINDOW_S: "3" };
    let site = await startPatientSite(outboxDir, forwarder.url, { ...makeClock(by).settings, ...limited });
    const crowd = makeCrowd(() => site.port);
    await crowd.atOnce(4);
    await site.stop("SIGKILL");
    const early = forwarder.received.length;
    const wrong = early < 4 ? [] : ["nothing was held"];
    site = await startPatientSite(outboxDir, forwarder.url);
    const outcome = await judged(outboxDir, crowd, forwarder, wrong, `${4 - early} held`);
    await site.stop("SIGKILL");
    return outcome;
  },
});

export const CLOCK: Case[] = [
  restarted("off for 15 days, tried before", "+0", "+15d", true),
  restarted("off for 15 days, never tried", "+0", "+15d", false),
  restarted("clock a year ahead at the first attempt", "+1y", "+0", true),
  restarted("clock a year ahead when stored", "+1y", "+0", false),
  restarted("clock a year behind at the first attempt", "-1y", "+0", true),
  held("+1y"),
  held("+20h"),
  jumped("-1d"),
  jumped("-1y"),
  jumped("+15d"),
];
