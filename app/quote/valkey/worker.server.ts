import type { Job, Processor, Worker } from "bullmq";
import { type Channel, type DeliveryDeps, deliver, type Verdict } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { isGivenUp, retryPolicy } from "~/quote/delivery/retry-policy.server";
import { asStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { makeBackOff, type Tried } from "~/quote/valkey/back-off.server";
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
  noteSent: (envelope: StoredRequest) => Promise<void>;
  /** Keeps a copy of what waits on, should Valkey forget it. */
  keepCopy: (envelope: StoredRequest) => Promise<void>;
  /** Called where a job is gone that was being worked on. */
  onGone: () => void;
  /** How long one attempt can take, in milliseconds. */
  longestMs: number;
};

/**
 * Brings what waits on Valkey out again, together with the workers of the other processes: of each queue one request at
 * a time, spaced, and after a failure a rest for all. The first way works on the requests themselves, a second on what
 * was put up for it, so that they never wait for each other. When the process that holds a job dies, another has it
 * after three times `longestMs` at most.
 *
 * @returns `stop`, which lets the attempts under way finish, and `setUpAgain` for a Valkey that has forgotten
 */
export async function startQueueWorkers(deps: QueueWorkerDeps) {
  const { DelayedError, UnrecoverableError } = await import("bullmq");
  const { outbox, valkey, queues, inFlight, log, now, writeErrors } = deps;
  const { pollMs, spacingMs } = retryPolicy(deps.waitsS);
  const [first, second] = deps.channels;
  const soon = () => Date.now() + pollMs;
  const works: { requests?: Worker; later?: Worker } = {};
  const rests = { requests: makeBackOff(pollMs, DelayedError), later: makeBackOff(pollMs, DelayedError) };

  /** The first way: the job is the request. */
  const bring: Processor = async (job, token) => {
    const envelope = asStoredRequest(job.data);
    if (!first || !envelope) {
      const advice =
        "This job is no request as the site writes it. It lies in the failed set; mend or remove it.";
      log("error", "outbox.damaged", { file: job.id, advice });
      throw new UnrecoverableError("damaged");
    }
    await giveUp(job, envelope);
    const tried = await attempt(job, envelope, first);
    if (tried.next === undefined) return rests.requests.accepted();
    if (tried.noted) await giveUp(job, tried.noted);
    if (tried.noted) await outbox.remindLater(tried.noted);
    await rests.requests.rest(job, token, works.requests, tried);
  };

  /** Puts a request with the given-up ones if it was tried for too long; nothing follows then. */
  async function giveUp(job: Job, envelope: StoredRequest): Promise<void> {
    if (!isGivenUp(envelope, now())) return;
    const { waitingSince: _, tries, ...rest } = envelope;
    await job.updateData({ ...rest, tries: {}, dead: { at: now().toISOString(), tries } });
    const advice =
      "Not accepted in 14 days, so it is not tried any more. Read it and call the visitor (npm run outbox).";
    log("error", "quote.dead", { id: envelope.id, form: envelope.form, advice });
    throw new UnrecoverableError("not accepted in 14 days");
  }

  /** The second way: the job only names the request, which may be gone by now. */
  const bringLater: Processor = async (job, token) => {
    const found = job.id ? await outbox.find(job.id) : undefined;
    if (!second || !found || isGivenUp(found.envelope, now())) return;
    const tried = await attempt(found.job, found.envelope, second);
    if (tried.accepted) await outbox.deferRemoval(found.envelope.id);
    if (tried.next === undefined) return rests.later.accepted();
    await rests.later.rest(job, token, works.later, tried);
  };

  /** One attempt, unless one is under way or it is done with already. `next`: when it is due again (milliseconds). */
  async function attempt(job: Job, envelope: StoredRequest, channel: Channel): Promise<Tried> {
    const { id } = envelope;
    // The attempts of the others cannot be seen, nor this one by them.
    if (!valkey.isUp()) return { accepted: false, next: soon() };
    if (await outbox.isDone(id)) return { accepted: true };
    const before = await inFlight.status(id);
    if (before === "underWay") return { accepted: false, next: soon() };
    if (before === "accepted" && job.name !== SENT_AGAIN) return { accepted: true };
    let noted: StoredRequest | undefined;
    const held = {
      advice: outbox.advice,
      // The job in hand is let go of by its queue.
      accept: deps.noteSent,
      store: async (changed: StoredRequest) => {
        noted = changed;
        // Valkey may have forgotten it meanwhile.
        await job.updateData(changed).catch((error) => {
          if (!isGone(error)) throw error;
          return outbox.store(changed);
        });
        await deps.keepCopy(changed);
      },
    };
    const verdict: Verdict = await inFlight.run(id, () =>
      deliver(envelope, channel, true, { ...deps, outbox: held }),
    );
    if (verdict.stored === "removed") return { accepted: true };
    const next = noted?.tries[channel.name]?.next;
    const { ofRequest } = verdict;
    return { accepted: false, next: next ? Date.parse(next) : soon(), noted, ofRequest };
  }

  /** What fails for another reason than the attempt itself is looked at again soon. */
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
  if (first) works.requests = startWorker(queues.requests, guarded(bring));
  if (second) works.later = startWorker(queues.later, guarded(bringLater));
  return { setUpAgain, stop };
}
