import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clockAt } from "../../clock.mjs";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailMode, startMailServer } from "../../mail-server";
import { freePort, startSite } from "../../start-site";
import { startReceiver } from "./receiver";
import { makeOldOutbox } from "./surroundings";

/** A built site on a clock that jumps, with everything around it. */

const START = Date.parse("2026-11-26T12:00:00-05:00");
const MINUTE = 60_000;
/** It looks four times a second. */
const UNSEEN_MS = 6_000;
export const HOUR = 60;
export const DAY = 24 * HOUR;
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A site with everything around it, whose clock goes on by these steps, in minutes. */
export async function makeWorld(
  settings: Record<string, string>,
  mailMode: MailMode | undefined,
  steps: number[],
) {
  const [forwarder, receiver, mail] = await Promise.all([
    startForwarder(),
    startReceiver(),
    startMailServer(),
  ]);
  const dir = await makeOldOutbox();
  if (mailMode) mail.behave(mailMode);
  const byMail = { SMTP_URL: mail.url, MAIL_TO: "owner@dig.example", REPORT_DAY: "friday" };
  const env: Record<string, string> = {
    ...{ HOST: "127.0.0.1", PORT: String(await freePort()), RATE_LIMIT_MAX: "1000000" },
    ...{
      OUTBOX_DIR: dir,
      FORWARD_URL: forwarder.url,
      REDELIVERY_WAITS_S: "1",
      METRICS_PORT: String(await freePort()),
    },
    ...{
      NOTIFY_URL: receiver.url("/hook"),
      HEARTBEAT_URL: receiver.url("/beat"),
      SITE_URL: "http://127.0.0.1:9",
    },
    ...(mailMode ? byMail : {}),
    ...settings,
  };
  let passedMs = 0;
  const beganMs = Date.now();
  const now = () => START + passedMs + Date.now() - beganMs;
  const site = await startSite({ ...env, ...clockAt(new Date(START).toISOString(), steps) });

  const lookedAt = async (): Promise<string> =>
    JSON.parse(await readFile(join(dir, "health.json"), "utf8").catch(() => "{}")).at ?? "";

  /** Waits until two looks have ended, so that one of them began after this; what they send is sent then. */
  async function looked(): Promise<void> {
    const ends = new Set([await lookedAt()]);
    const beganMs = performance.now();
    // Where it cannot write, it looks all the same.
    const isWhole = () => ["key", "new/"].every((name) => existsSync(join(dir, name)));
    while (ends.size < 4 && performance.now() - beganMs < (isWhole() ? 60_000 : UNSEEN_MS)) {
      await sleep(50);
      ends.add(await lookedAt());
    }
  }
  return {
    ...{ forwarder, receiver, mail, dir, site, env, now, looked },
    /** The clock goes on by the next step. */
    pass: async (minutes: number) => {
      process.kill(site.pid, "SIGUSR2");
      passedMs += minutes * MINUTE;
      await looked();
    },
    end: async () => {
      await site.end();
      receiver.close();
      await Promise.all([forwarder.close(), mail.close(), rm(dir, { recursive: true, force: true })]);
    },
  };
}
