import type { Job } from "bullmq";
import { type Channel, type Delivery, deliver, settle } from "~/quote/delivery/deliver.server";
import { isGivenUp } from "~/quote/delivery/due.server";
import { asDead, asStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Parts } from "~/quote/valkey/parts.server";
import { SENT_AGAIN } from "~/quote/valkey/request-marks.server";
import { createWorkerFactory, type JobResult } from "~/quote/valkey/worker-factory.server";
import { isGone } from "~/quote/valkey/write-errors.server";

export type QueueWorkerDeps = Omit<Parts, "folder" | "copies"> & {
  /** Notes that a request was accepted; its job stays. */
  noteSent: (request: StoredRequest) => Promise<void>;
  /** Keeps a copy of a request that goes on waiting, in case Valkey forgets it. */
  keepCopy: (request: StoredRequest) => Promise<void>;
  /** Called when a job disappears while it is worked on. */
  onGone: () => void;
};

/**
 * Sends what waits on Valkey, together with the workers of the other processes. The first channel takes the requests
 * themselves, the second takes jobs that name them, so neither waits for the other.
 */
export async function startQueueWorkers(deps: QueueWorkerDeps) {
  const { UnrecoverableError } = await import("bullmq");
  const { queue, valkey, queues, inFlight, log, now } = deps;
  const [first, second] = deps.channels;
  const factory = await createWorkerFactory(deps);

  /** The first channel: the job is the request. */
  async function send(job: Job, channel: Channel): Promise<JobResult> {
    const request = asStoredRequest(job.data);
    if (!request) {
      const advice =
        "This job is not a request as the site writes it, so it was not sent. It is in the failed set: fix it or remove it.";
      log("error", "outbox.damaged", { file: job.id, advice });
      throw new UnrecoverableError("damaged");
    }
    await giveUp(job, request);
    const result = await attempt(job, request, channel);
    if (!result.done && result.delivery) {
      await giveUp(job, result.delivery.record);
      await queue.remindLater(result.delivery.record);
    }
    return result;
  }

  /** Moves a request that was tried for too long to the failed set, and ends the job. */
  async function giveUp(job: Job, request: StoredRequest): Promise<void> {
    if (!isGivenUp(request, now())) return;
    await job.updateData(asDead(request, now()));
    const advice =
      "Not accepted in 14 days, so it is not tried any more. Read it (npm run outbox) and call the visitor.";
    log("error", "quote.dead", { id: request.id, form: request.form, advice });
    throw new UnrecoverableError("not accepted in 14 days");
  }

  /** The second channel: the job only names the request, which may be gone. */
  async function sendLater(job: Job, channel: Channel): Promise<JobResult> {
    const found = job.id ? await queue.find(job.id) : undefined;
    if (!found || isGivenUp(found.request, now())) return { done: true };
    const result = await attempt(found.job, found.request, channel);
    if (result.done) await queue.remove(found.request.id);
    return result;
  }

  /** Makes one attempt, unless one is under way or the request is done. */
  async function attempt(job: Job, request: StoredRequest, channel: Channel): Promise<JobResult> {
    const { id } = request;
    // Without Valkey, processes do not see each other's attempts.
    if (!valkey.isUp()) return { done: false };
    if (await queue.isDone(id)) return { done: true };
    if (job.name === SENT_AGAIN) await inFlight.forget(id);
    const status = await inFlight.status(id);
    if (status === "underWay") return { done: false };
    if (status === "accepted") return { done: true };
    let delivery: Delivery | undefined;
    const verdict = await inFlight.run(id, async () => {
      delivery = await deliver(request, channel, deps);
      const store = (record: StoredRequest) => update(job, record);
      // BullMQ removes the job of an accepted request.
      return settle(delivery, { store, accept: deps.noteSent, advice: queue.advice }, log);
    });
    const next = delivery?.next ? Date.parse(delivery.next) : undefined;
    return { done: verdict.stored === "removed", next, delivery };
  }

  async function update(job: Job, record: StoredRequest): Promise<void> {
    await job.updateData(record).catch((error) => {
      if (!isGone(error)) throw error;
      return queue.store(record); // Valkey forgot it.
    });
    await deps.keepCopy(record);
  }

  if (first) factory.startWorker(queues.requests, (job) => send(job, first));
  if (second) factory.startWorker(queues.later, (job) => sendLater(job, second));
  return factory;
}
