import { setTimeout as sleep } from "node:timers/promises";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** A test write costs a flush, so one result serves everybody for this long, in milliseconds. */
const FRESH_MS = 5_000;
/** The first count after a start reads every waiting request: many seconds with 100,000. A probe does not wait so long. */
const COUNT_MS = 1_000;

/** Makes the function that reports whether the outbox can be written and what is in it; nothing personal. */
export function makeReadiness(outbox: Pick<Outbox, "probe" | "counts">, now: () => Date) {
  let latest: ReturnType<typeof check> | undefined;
  let checkedAt = 0;

  async function check() {
    const state = await outbox.probe().then(
      () => "writable" as const,
      () => "unwritable" as const,
    );
    const late = sleep(COUNT_MS, undefined, { ref: false });
    const counts = await Promise.race([outbox.counts(), late]).catch(() => undefined);
    if (!counts) return { outbox: state }; // It cannot be read, or is still being counted.
    const { oldest, partial, ...rest } = counts;
    const oldestSeconds = oldest
      ? Math.max(0, Math.round((now().getTime() - Date.parse(oldest)) / 1000))
      : null;
    return { outbox: state, ...rest, ...(partial > 0 && { partial }), oldestSeconds };
  }

  return () => {
    if (!latest || performance.now() - checkedAt >= FRESH_MS) {
      checkedAt = performance.now();
      latest = check();
    }
    return latest;
  };
}
