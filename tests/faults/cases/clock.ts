import { setTimeout as sleep } from "node:timers/promises";
import { clockAt } from "../../clock.mjs";
import { onStage } from "../case";
import { namesIn } from "../outbox";

/** The waits are one second; the first look for what was never tried comes after six. */
const USUAL_MS = 15_000;
const DAY_MIN = 24 * 60;
const YEAR_MIN = 365 * DAY_MIN;
const NEVER_TRIED = { FORWARD_URL: "" };
/** Over the limit, requests are held for some seconds. */
const HELD = { RATE_LIMIT_MAX: "1", RATE_LIMIT_WINDOW_S: "3" };

/** Minutes by which the clock is off at first, and then: in the next process, or by a jump in the same one. */
type Clock = { first?: number; later?: number; jump?: number; settings?: Record<string, string> };

const CLOCKS: Record<string, Clock> = {
  "off for 15 days, tried before": { later: 15 * DAY_MIN },
  "off for 15 days, never tried": { later: 15 * DAY_MIN, settings: NEVER_TRIED },
  "clock a year ahead at the first attempt": { first: YEAR_MIN },
  "clock a year ahead when stored": { first: YEAR_MIN, settings: NEVER_TRIED },
  "clock a year behind at the first attempt": { first: -YEAR_MIN },
  "clock ahead by a year when held": { first: YEAR_MIN, settings: HELD },
  "clock ahead by 20 hours when held": { first: 20 * 60, settings: HELD },
  "clock jumps by a day back": { jump: -DAY_MIN },
  "clock jumps by a year back": { jump: -YEAR_MIN },
  "clock jumps by 15 days": { jump: 15 * DAY_MIN },
};

/** A clock of the site's own, off by so many minutes. The one that only counts up is left alone. */
const off = (minutes: number, steps: number[] = []) =>
  clockAt(new Date(Date.now() + minutes * 60_000).toISOString(), steps);

/** Each ends with everything arrived, once, within the usual wait, and nothing given up. */
export const CLOCK = Object.entries(CLOCKS).map(([name, { first = 0, later = 0, jump, settings }]) =>
  onStage(name, {}, async (stage) => {
    const { forwarder } = stage;
    forwarder.behave("json-web-server");
    const isJump = jump !== undefined;
    const waits = { REDELIVERY_WAITS_S: isJump ? "2" : "1" };
    const { pid } = await stage.start({ ...off(first, isJump ? [jump] : []), ...waits, ...settings });
    await stage.atOnce(5);
    if (settings === HELD) stage.expect(forwarder.received.length < 5, "nothing was held");
    if (isJump) {
      process.kill(pid, "SIGUSR2");
      await sleep(2_000);
      await stage.atOnce(3);
    } else await stage.stop();
    forwarder.behave("json-true");
    if (!isJump) await stage.start(off(later));
    await stage.emptied(USUAL_MS);
    await sleep(500);
    stage.expect((await namesIn(stage.dir, "dead")).length === 0, "something in dead/");
    await stage.allArrive(0);
  }),
);
