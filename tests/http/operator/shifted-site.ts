import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clockAt } from "../../clock.mjs";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailMode, startMailServer } from "../../mail-server";
import { freePort, startSite } from "../../start-site";
import { ask } from "../post";
import { startReceiver } from "./receiver";
import { runCommand } from "./run-command";
import { makeOldOutbox } from "./surroundings";

/** A built site on a clock that jumps, with everything around it. */

const START = Date.parse("2026-11-26T12:00:00-05:00");
/** By itself it looks four times a second. At SIGCONT it does at once, and with hardly a pause after the next looks. */
const HURRY = `
import timers from "node:timers/promises";
import { syncBuiltinESMExports } from "node:module";
const pause = timers.setTimeout;
let [short, wake] = [0, () => {}];
timers.setTimeout = (ms, ...rest) => {
  if (ms !== 250) return pause(ms, ...rest);
  if (short-- > 0) return pause(30, ...rest);
  return Promise.race([pause(ms, ...rest), new Promise((resolve) => (wake = resolve))]);
};
process.on("SIGCONT", () => {
  short = 4;
  wake();
});
syncBuiltinESMExports();`;
const HURRIED = ` --import=data:text/javascript,${encodeURIComponent(HURRY)}`;
/** Within this time it has looked, also where that shows nowhere. */
const UNSEEN_MS = 1_500;
export const HOUR = 60;
export const DAY = 24 * HOUR;
type Env = Record<string, string>;
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A site with everything around it, whose clock goes on by these steps, in minutes. */
export async function makeWorld(settings: Env, mailMode: MailMode | undefined, steps: number[]) {
  const services = [startForwarder(), startReceiver(), startMailServer(), makeOldOutbox()] as const;
  const [forwarder, receiver, mail, dir] = await Promise.all(services);
  if (mailMode) mail.behave(mailMode);
  const byMail = { SMTP_URL: mail.url, MAIL_TO: "owner@dig.example", REPORT_DAY: "friday" };
  const env: Env = {
    ...{ HOST: "127.0.0.1", PORT: String(await freePort()), METRICS_PORT: String(await freePort()) },
    ...{ OUTBOX_DIR: dir, REDELIVERY_WAITS_S: "1", RATE_LIMIT_MAX: "1000000" },
    ...{ FORWARD_URL: forwarder.url, SITE_URL: "http://127.0.0.1:9" },
    ...{ NOTIFY_URL: receiver.url("/hook"), HEARTBEAT_URL: receiver.url("/beat") },
    ...(mailMode ? byMail : {}),
    ...settings,
  };
  let passedMs = 0;
  const beganMs = Date.now();
  const now = () => new Date(START + passedMs + Date.now() - beganMs).toISOString();
  const { NODE_OPTIONS } = clockAt(now(), steps);
  const site = await startSite({ ...env, NODE_OPTIONS: NODE_OPTIONS + HURRIED });

  const lookedAt = async (): Promise<string> =>
    JSON.parse(await readFile(join(dir, "health.json"), "utf8").catch(() => "{}")).at ?? "";

  /** Waits until two looks have ended, so that one of them began after this. */
  async function looked(): Promise<void> {
    const ends = new Set([await lookedAt()]);
    const beganMs = performance.now();
    // Where it cannot write, it looks all the same.
    const isWhole = () => ["key", "new/"].every((name) => existsSync(join(dir, name)));
    process.kill(site.pid, "SIGCONT");
    while (ends.size < 4 && performance.now() - beganMs < (isWhole() ? 60_000 : UNSEEN_MS)) {
      await sleep(20);
      ends.add(await lookedAt());
    }
  }
  const calls = (path: string) => receiver.received.filter((call) => call.path === path);
  return {
    ...{ forwarder, mail, receiver, dir, site, now, looked },
    /** Runs the doctor on the site's clock. */
    doctor: async (...args: string[]) =>
      (await runCommand("doctor", args, { ...env, ...clockAt(now()) })).out,
    /** The metrics as Prometheus gets them. */
    metrics: async () => (await ask(`http://127.0.0.1:${env.METRICS_PORT}`, "/metrics")).text,
    /** The messages that it sent. */
    messages: () => calls("/hook").map(({ body }) => JSON.parse(body)),
    beats: () => calls("/beat").length,
    /** The clock goes on by the next step. */
    pass: async (minutes: number) => {
      process.kill(site.pid, "SIGUSR2");
      passedMs += minutes * 60_000;
      await looked();
    },
    end: async () => {
      await site.end();
      receiver.close();
      await Promise.all([forwarder.close(), mail.close(), rm(dir, { recursive: true, force: true })]);
    },
  };
}
