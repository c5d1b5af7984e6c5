import type { Job, Worker } from "bullmq";
import type { Delivery } from "~/quote/delivery/deliver.server";
import { REFUSED_IN_A_ROW } from "~/quote/delivery/redelivery.server";

/** The result of one job: when it is due again (milliseconds), and the attempt, if one was made. */
export type JobResult = { accepted: boolean; next?: number; delivery?: Delivery };

/**
 * Makes the functions that put the job of one queue back until it is due. When the service is in trouble all jobs rest
 * for `pollMs`, so that a service that is down is seldom asked; the same after some refused in a row.
 *
 * @param DelayedError BullMQ's, which ends the current job; it is loaded only where there is a Valkey
 */
export function makeBackOff(pollMs: number, DelayedError: new () => Error) {
  let refused = 0;

  async function rest(job: Job, token: string | undefined, worker: Worker | undefined, result: JobResult) {
    const { next = Date.now() + pollMs, delivery } = result;
    if (delivery) refused = delivery.rule.ofRequest ? refused + 1 : 0;
    if (delivery && (refused === 0 || refused >= REFUSED_IN_A_ROW)) {
      refused = 0;
      await worker?.rateLimit(pollMs);
    }
    await job.moveToDelayed(next, token);
    throw new DelayedError();
  }

  return {
    rest,
    /** One was accepted, so the service is well. */
    accepted: () => {
      refused = 0;
    },
  };
}
