import type { Job, Worker } from "bullmq";
import { REFUSED_IN_A_ROW } from "~/quote/delivery/redelivery.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** What one job came to. `next`: when it is due again (milliseconds); `ofRequest`: it was refused for what it says. */
export type Tried = { accepted: boolean; next?: number; noted?: StoredRequest; ofRequest?: boolean };

/**
 * Makes the function that puts the job of one queue back until it is due. After the service's own trouble all rest for
 * `lookMs`, so that a service that is down is asked seldom; so they do after some refused in a row.
 *
 * @param DelayedError BullMQ's, which ends the job in hand; it is loaded only where there is a Valkey
 */
export function makeBackOff(lookMs: number, DelayedError: new () => Error) {
  let refused = 0;

  async function rest(job: Job, token: string | undefined, worker: Worker | undefined, tried: Tried) {
    const { next, noted, ofRequest } = tried;
    if (noted) refused = ofRequest ? refused + 1 : 0;
    if (noted && (!ofRequest || refused >= REFUSED_IN_A_ROW)) {
      refused = 0;
      await worker?.rateLimit(lookMs);
    }
    await job.moveToDelayed(next ?? Date.now() + lookMs, token);
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
