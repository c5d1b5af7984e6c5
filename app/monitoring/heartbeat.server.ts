import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import { hourly } from "~/log/hourly-log.server";
import { call } from "~/monitoring/call.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { countAll, probeAny } from "~/quote/outbox/several.server";

const INTERVAL_MS = 5 * 60 * 1000;
const LATE_MS = 60 * 60 * 1000;

type Watched = readonly Outbox[];

/**
 * Requests `url` every five minutes, as long as requests can be saved and none waits longer than an hour. When that stops,
 * the service behind the URL raises the alarm, even if the whole machine is gone. Never returns; keeps no process alive.
 */
export async function runHeartbeat(url: string, outboxes: Watched): Promise<never> {
  for (;;) {
    if (await isWell(outboxes).catch(() => false)) await beat(url);
    await sleep(INTERVAL_MS, undefined, { ref: false });
  }
}

async function isWell(outboxes: Watched): Promise<boolean> {
  await probeAny(outboxes);
  const { oldest } = await countAll(outboxes);
  return !oldest || Date.now() - Date.parse(oldest) < LATE_MS;
}

async function beat(url: string): Promise<void> {
  try {
    await call(url);
    hourly.clear("heartbeat.failed");
  } catch (error) {
    const advice = "HEARTBEAT_URL did not respond, so it may raise a false alarm. Check it.";
    hourly.log("warn", "heartbeat.failed", { code: errorCode(error), advice });
  }
}
