import { setTimeout as sleep } from "node:timers/promises";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** A test write costs a flush, so one result serves everybody for this long, in milliseconds. */
const FRESH_MS = 5_000;
/** The first count after a start reads every waiting request: many seconds with 100,000. A probe does not wait so long. */
const COUNT_MS = 1_000;

type Readiness = {
  outbox: "writable" | "unwritable";
  /** Only where the outbox is on Valkey. While that is away the folder takes over. */
  valkey?: "up" | "away";
  /** The numbers are absent while the outbox cannot be read, or is still being counted. */
  waiting?: number;
  /** How many requests one channel has accepted and another has not. Left out if zero. */
  partial?: number;
  /** Age of the oldest waiting request, or null. */
  oldestSeconds?: number | null;
  dead?: number;
  suspect?: number;
};

/** Makes the function that reports whether the outbox can be written, and what is in it. */
export function makeReadiness(
  outbox: Pick<Outbox, "probe" | "counts">,
  now: () => Date,
  isValkeyUp?: () => boolean,
): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  let checkedAt = 0;

  async function check(): Promise<Readiness> {
    const state = await outbox.probe().then(
      () => "writable" as const,
      () => "unwritable" as const,
    );
    const late = sleep(COUNT_MS, undefined, { ref: false });
    const counts = await Promise.race([outbox.counts(), late]).catch(() => undefined);
    const valkey = isValkeyUp && (isValkeyUp() ? "up" : "away");
    if (!counts) return { outbox: state, valkey };
    const { oldest, partial, ...rest } = counts;
    const oldestMs = oldest ? Math.max(0, now().getTime() - Date.parse(oldest)) : null;
    const oldestSeconds = oldestMs === null ? null : Math.round(oldestMs / 1000);
    return { outbox: state, valkey, ...rest, ...(partial > 0 && { partial }), oldestSeconds };
  }

  return () => {
    if (!latest || performance.now() - checkedAt >= FRESH_MS) {
      checkedAt = performance.now();
      latest = check();
    }
    return latest;
  };
}
