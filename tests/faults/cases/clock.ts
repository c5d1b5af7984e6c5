import { setTimeout as sleep } from "node:timers/promises";
import { clockAt } from "../../clock.mjs";
import type { Case } from "../case";
import { namesIn } from "../outbox";
import { onStage, type Stage } from "../stage";

/** The waits are one second; the first look for what was never tried comes after six. */
const USUAL_MS = 15_000;
const DAY_MIN = 24 * 60;
const YEAR_MIN = 365 * DAY_MIN;

/** A clock of the site's own, off by so many minutes. The one that only counts up is left alone. */
const ahead = (minutes: number, steps: number[] = []) =>
  clockAt(new Date(Date.now() + minutes * 60_000).toISOString(), steps);

/** Each ends with everything arrived, once, within the usual wait, and nothing given up. */
const clock = (name: string, act: (stage: Stage) => Promise<unknown>): Case => ({
  name,
  run: () =>
    onStage(async (stage) => {
      const seen = await act(stage);
      await stage.emptied(USUAL_MS);
      await sleep(500);
      stage.expect((await namesIn(stage.dir, "dead")).length === 0, "something in dead/");
      const [arrived, all] = [stage.arrived(), stage.sent.length];
      stage.expect(arrived === all, `${arrived} of ${all} arrived`);
      return seen;
    }),
});

/** Requests are stored by one clock, and the next start has another. */
const restarted = (name: string, first: number, second: number, service: Record<string, string> = {}) =>
  clock(name, async (stage) => {
    stage.forwarder.behave("json-web-server");
    await stage.start({ ...ahead(first), ...service });
    await stage.atOnce(5);
    await stage.stop();
    stage.forwarder.behave("json-true");
    await stage.start(ahead(second));
  });

/** The clock jumps while requests wait; the service is well a moment later. */
const jumped = (by: string, minutes: number) =>
  clock(`clock jumps by ${by}`, async (stage) => {
    stage.forwarder.behave("json-web-server");
    const { pid } = await stage.start({ ...ahead(0, [minutes]), REDELIVERY_WAITS_S: "2" });
    await stage.atOnce(5);
    process.kill(pid, "SIGUSR2");
    await sleep(2_000);
    await stage.atOnce(3);
    stage.forwarder.behave("json-true");
  });

/** Over the limit, requests are held for some seconds by a clock that is ahead; the next start has the right one. */
const held = (by: string, minutes: number) =>
  clock(`clock ahead by ${by} when held`, async (stage) => {
    await stage.start({ ...ahead(minutes), RATE_LIMIT_MAX: "1", RATE_LIMIT_WINDOW_S: "3" });
    await stage.atOnce(4);
    await stage.stop();
    const early = stage.forwarder.received.length;
    stage.expect(early < 4, "nothing was held");
    await stage.start();
    return `${4 - early} held`;
  });

const NEVER_TRIED = { FORWARD_URL: "" };

export const CLOCK: Case[] = [
  restarted("off for 15 days, tried before", 0, 15 * DAY_MIN),
  restarted("off for 15 days, never tried", 0, 15 * DAY_MIN, NEVER_TRIED),
  restarted("clock a year ahead at the first attempt", YEAR_MIN, 0),
  restarted("clock a year ahead when stored", YEAR_MIN, 0, NEVER_TRIED),
  restarted("clock a year behind at the first attempt", -YEAR_MIN, 0),
  held("a year", YEAR_MIN),
  held("20 hours", 20 * 60),
  jumped("a day back", -DAY_MIN),
  jumped("a year back", -YEAR_MIN),
  jumped("15 days", 15 * DAY_MIN),
];
