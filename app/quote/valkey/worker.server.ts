import type { Job, Processor, Worker } from "bullmq";
import {
  type Channel,
  type Delivery,
  type DeliveryDeps,
  deliver,
  settle,
} from "~/quote/delivery/deliver.server";
import { isGivenUp } from "~/quote/delivery/due.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import { asStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { type JobResult, makeBackOff } from "~/quote/valkey/back-off.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { SENT_AGAIN } from "~/quote/valkey/request-marks.server";
import { createWorkerFactory } from "~/quote/valkey/worker-factory.server";
import { isGone, type WriteErrors } from "~/quote/valkey/write-errors.server";

export type QueueWorkerDeps = DeliveryDeps & {
  outbox: QueueOutbox;
  valkey: Valkey;
  queues: Queues;
  inFlight: InFlight;
  writeErrors: WriteErrors;
  channels: readonly Channel[];
  /** Notes that a request was accepted; its job stays. */
  noteSent: (request: StoredRequest) => Promise<void>;
  /** Keeps a copy of what goes on waiting, in case Valkey forgets it. */
  keepCopy: (request: StoredRequest) => Promise<void>;
  /** Called when a job disappears while it is worked on. */
  onGone: () => void;
  /** How long one attempt can take, in milliseconds. */
  longestMs: number;
};

/**
 * Sends what waits on Valkey, together with the workers of the other processes: from each queue one request at a time,
 * spaced, and after a failure all of them rest. The first channel works on the requests themselves, the second on jobs
 * that name them, so neither waits for the other. When the process that holds a job dies, another gets the job within
 * three times `longestMs`.
 *
 * @returns `stop`, which lets the attempts under way finish, and `setUpAgain` for a Valkey that has forgotten
 */
export async function startQueueWorkers(deps: QueueWorkerDeps) {
  const { DelayedError, UnrecoverableError } = await import("bullmq");
  const { outbox, valkey, queues, inFlight, log, now, writeErrors } = deps;
  const { pollMs, spacingMs } = retryPolicy(deps.waitsS);
  const [first, second] = deps.channels;
  const soon = () => Date.now() + pollMs;
  const workers: { requests?: Worker; later?: Worker } = {};
  const backOff = { requests: makeBackOff(pollMs, DelayedError), later: makeBackOff(pollMs, DelayedError) };

  /** The first channel: the job is the request. */
  const send: Processor = async (job, token) => {
    const request = asStoredRequest(job.data);
    if (!first || !request) {
      const advice =
        "This job is not a request as the site writes it. It is in the failed set; fix or remove it.";
      log("error", "outbox.damaged", { file: job.id, advice });
      throw new UnrecoverableError("damaged");
    }
    await giveUp(job, request);
    const result = await attempt(job, request, first);
    if (result.next === undefined) return backOff.requests.accepted();
    if (result.delivery) {
      await giveUp(job, result.delivery.record);
      await outbox.remindLater(result.delivery.record);
    }
    await backOff.requests.rest(job, token, workers.requests, result);
  };

  /** Moves a request that was tried for too long to the failed set; nothing follows then. */
  async function giveUp(job: Job, request: StoredRequest): Promise<void> {
    if (!isGivenUp(request, now())) return;
    const { waitingSince: _, tries, ...rest } = request;
    await job.updateData({ ...rest, tries: {}, dead: { at: now().toISOString(), tries } });
    const advice =
      "Not accepted in 14 days, so it is not tried any more. Read it and call the visitor (npm run outbox).";
    log("error", "quote.dead", { id: request.id, form: request.form, advice });
    throw new UnrecoverableError("not accepted in 14 days");
  }

  /** The second channel: the job only names the request, which may be gone by now. */
  const sendLater: Processor = async (job, token) => {
    const found = job.id ? await outbox.find(job.id) : undefined;
    if (!second || !found || isGivenUp(found.request, now())) return;
    const result = await attempt(found.job, found.request, second);
    if (result.accepted) await outbox.deferRemoval(found.request.id);
    if (result.next === undefined) return backOff.later.accepted();
    await backOff.later.rest(job, token, workers.later, result);
  };

  /** One attempt, unless one is under way or the request is done with. */
  async function attempt(job: Job, request: StoredRequest, channel: Channel): Promise<JobResult> {
    const { id } = request;
    // This process cannot see the others' attempts, nor they this one.
    if (!valkey.isUp()) return { accepted: false, next: soon() };
    if (await outbox.isDone(id)) return { accepted: true };
    if (job.name === SENT_AGAIN) await inFlight.forget(id);
    const status = await inFlight.status(id);
    if (status === "underWay") return { accepted: false, next: soon() };
    if (status === "accepted") return { accepted: true };
    let delivery: Delivery | undefined;
    const verdict = await inFlight.run(id, async () => {
      delivery = await deliver(request, channel, deps);
      const store = (record: StoredRequest) => update(job, record);
      // The queue itself lets go of an accepted job.
      return settle(delivery, { store, accept: deps.noteSent, advice: outbox.advice }, log);
    });
    if (verdict.stored === "removed") return { accepted: true };
    return { accepted: false, next: delivery?.next ? Date.parse(delivery.next) : soon(), delivery };
  }

  async function update(job: Job, record: StoredRequest): Promise<void> {
    await job.updateData(record).catch((error) => {
      if (!isGone(error)) throw error;
      return outbox.store(record); // Valkey has forgotten it.
    });
    await deps.keepCopy(record);
  }

  /** What fails for another reason than the attempt itself is tried again soon. */
  const guarded =
    (processor: Processor): Processor =>
    async (job, token) => {
      try {
        return await processor(job, token);
      } catch (error) {
        if (error instanceof DelayedError || error instanceof UnrecoverableError) throw error;
        writeErrors.note(error as NodeJS.ErrnoException);
        await job.moveToDelayed(soon(), token);
        throw new DelayedError();
      }
    };

  const { startWorker, setUpAgain, stop } = await createWorkerFactory({
    ...deps,
    prefix: queues.prefix,
    spacingMs,
  });
  if (first) workers.requests = startWorker(queues.requests, guarded(send));
  if (second) workers.later = startWorker(queues.later, guarded(sendLater));
  return { setUpAgain, stop };
}
