import { probeAny } from "~/monitoring/checks/count-all.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** A test write costs a flush, so one result serves everybody for this long, in milliseconds. */
const FRESH_MS = 5_000;

/** Makes the function that says whether a request can be kept. It never throws. */
export function makeReadiness(outboxes: readonly Pick<Outbox, "probe">[]) {
  let latest: Promise<boolean> | undefined;
  let checkedAt = 0;

  return function isReady(): Promise<boolean> {
    if (!latest || performance.now() - checkedAt >= FRESH_MS) {
      checkedAt = performance.now();
      latest = probeAny(outboxes).then(
        () => true,
        () => false,
      );
    }
    return latest;
  };
}
