import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import { throttledLog } from "~/log/throttled-log.server";
import { countAll } from "~/monitoring/checks/count-all.server";
import { canKeep } from "~/monitoring/checks/readiness.server";
import { call } from "~/monitoring/send.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

const INTERVAL_MS = 5 * 60 * 1000;
const LATE_MS = 60 * 60 * 1000;
const ADVICE = "HEARTBEAT_URL did not respond, so it may raise a false alarm. Check it.";

/**
 * Requests `url` every five minutes, as long as requests can be saved and none has waited over an hour. When that stops,
 * the service behind the URL raises the alarm, even if the whole machine is down. Never returns; keeps no process alive.
 */
export async function runHeartbeat(url: string, outboxes: readonly Outbox[]): Promise<never> {
  for (;;) {
    if (await isWell(outboxes).catch(() => false))
      await call(url).then(
        () => throttledLog.clear("heartbeat.failed"),
        (error) => throttledLog.log("warn", "heartbeat.failed", { code: errorCode(error), advice: ADVICE }),
      );
    await sleep(INTERVAL_MS, undefined, { ref: false });
  }
}

async function isWell(outboxes: readonly Outbox[]): Promise<boolean> {
  const { oldest } = await countAll(outboxes);
  const isLate = oldest !== undefined && Date.now() - Date.parse(oldest) > LATE_MS;
  return !isLate && canKeep(outboxes);
}
