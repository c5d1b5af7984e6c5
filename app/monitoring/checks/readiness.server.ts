import type { Outbox } from "~/quote/outbox/outbox.server";

type Probed = readonly Pick<Outbox, "probe">[];

/** A test write costs a flush, so one result serves everybody for this long, in milliseconds. */
const FRESH_MS = 5_000;

/** Whether a request can be kept in one of them. Never throws. */
export const canKeep = (outboxes: Probed): Promise<boolean> =>
  Promise.any(outboxes.map(({ probe }) => probe())).then(
    () => true,
    () => false,
  );

/** Makes the function that says the same to everybody who asks. */
export function makeReadiness(outboxes: Probed) {
  let latest: Promise<boolean> | undefined;
  let checkedAt = 0;

  return function isReady(): Promise<boolean> {
    if (latest && performance.now() - checkedAt < FRESH_MS) return latest;
    checkedAt = performance.now();
    latest = canKeep(outboxes);
    return latest;
  };
}
