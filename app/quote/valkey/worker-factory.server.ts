import type { Job, Queue } from "bullmq";
import type { Delivery } from "~/quote/delivery/deliver.server";
import { REFUSED_IN_A_ROW, retryPolicy } from "~/quote/delivery/retry-policy.server";
import { quarantineDamaged } from "~/quote/valkey/damaged-jobs.server";
import type { Parts } from "~/quote/valkey/parts.server";
import { isGone } from "~/quote/valkey/write-errors.server";

/** `done` removes the job. Otherwise it is due again at `next` (milliseconds), or after a poll. */
export type JobResult = { done: boolean; next?: number; delivery?: Delivery };

type Deps = Pick<Parts, "valkey" | "queues" | "writeErrors" | "log" | "waitsS" | "firstAttemptMs"> & {
  onGone: () => void;
};

/**
 * Makes `startWorker`, which handles the jobs of a queue: one at a time over all processes, spaced. When the service is
 * failing the whole queue rests, so that a service that is down is seldom called. If a process dies, another gets its job.
 */
export async function createWorkerFactory(deps: Deps) {
  const { valkey, writeErrors, log, firstAttemptMs: longestMs } = deps;
  const { pollMs, spacingMs } = retryPolicy(deps.waitsS);
  const { Worker, DelayedError, UnrecoverableError } = await import("bullmq");
  const stops: (() => Promise<void>)[] = [];
  const queues: Queue[] = [];

  /** Valkey may have come back empty. */
  const setUp = (queue: Queue) =>
    valkey.ask(() => queue.setGlobalConcurrency(1)).then(() => {}, writeErrors.note);

  /** BullMQ does not say which job failed, and not always that it could not parse it. */
  async function onError(queue: Queue, error: Error): Promise<void> {
    if (isGone(error)) deps.onGone();
    const found = await quarantineDamaged(valkey, queue, log).catch(writeErrors.note);
    if (!found) writeErrors.note(error);
  }

  function startWorker(queue: Queue, handle: (job: Job) => Promise<JobResult>): void {
    let refused = 0;

    async function processJob(job: Job, token?: string): Promise<void> {
      let next = Date.now() + pollMs;
      try {
        const result = await handle(job);
        if (result.done) {
          refused = 0;
          return;
        }
        next = result.next ?? next;
        if (result.delivery) refused = result.delivery.rule.ofRequest ? refused + 1 : 0;
        if (result.delivery && refused % REFUSED_IN_A_ROW === 0) await worker.rateLimit(pollMs);
      } catch (error) {
        if (error instanceof UnrecoverableError) throw error;
        writeErrors.note(error as NodeJS.ErrnoException);
      }
      await job.moveToDelayed(next, token);
      throw new DelayedError();
    }

    const connection = valkey.blockingClient();
    connection.on("error", () => {}).on("connect", () => connection.stream.unref());
    const worker = new Worker(queue.name, processJob, {
      connection,
      prefix: deps.queues.prefix,
      skipVersionCheck: true,
      limiter: { max: 1, duration: Math.max(1, spacingMs) },
      lockDuration: longestMs,
      stalledInterval: longestMs,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
    });
    worker.on("error", (error) => void onError(queue, error));
    valkey.onUp(() => setUp(queue));
    queues.push(queue);
    stops.push(async () => {
      await worker.close(!valkey.isUp()); // Without Valkey it is not waited for.
      connection.disconnect();
    });
  }

  return {
    startWorker,
    /** Sets the queues up again, in a Valkey that forgot. */
    setUpAgain: async () => {
      await Promise.all(queues.map(setUp));
    },
    /** Lets the jobs under way finish. */
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
