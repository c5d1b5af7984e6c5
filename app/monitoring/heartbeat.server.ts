import { errorCode } from "~/log/error-code";
import { every } from "~/monitoring/every";
import type { Observed } from "~/monitoring/observed.server";
import { call } from "~/monitoring/send.server";

const INTERVAL_MS = 5 * 60 * 1000;

/** Makes the function that requests `url` every five minutes while all is well; the service behind it alerts when that stops. */
export function makeHeartbeat(url: string, { failing }: Pick<Observed, "failing">) {
  const isDue = every(INTERVAL_MS);

  return async function beat(isWell: boolean, now: Date): Promise<void> {
    if (!isWell || !isDue(now)) return;
    const code = await call(url).then(() => undefined, errorCode);
    failing.heartbeat = code ? { since: failing.heartbeat?.since ?? now.toISOString(), code } : undefined;
  };
}
