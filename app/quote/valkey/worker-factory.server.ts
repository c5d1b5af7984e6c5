import type { Processor, Queue, Worker } from "bullmq";
import type { Log } from "~/config/log.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { quarantineDamaged } from "~/quote/valkey/damaged-jobs.server";
import { isGone, type WriteErrors } from "~/quote/valkey/write-errors.server";

type Parts = {
  valkey: Valkey;
  prefix: string;
  writeErrors: WriteErrors;
  log: Log;
  /** Called where a job is gone that was being worked on. */
  onGone: () => void;
  /** Between two jobs, in milliseconds. */
  spacingMs: number;
  /** How long one job can take, in milliseconds. */
  longestMs: number;
};

/**
 * Makes `work`, which puts a worker on a queue: one job at a time over all processes, spaced. What was in flight when a
 * process died is given to another, as often as that happens. `stop` lets the jobs under way finish.
 */
export async function createWorkerFactory({
  valkey,
  prefix,
  writeErrors,
  log,
  onGone,
  spacingMs,
  longestMs,
}: Parts) {
  const { Worker: BullWorker } = await import("bullmq");
  const stops: (() => Promise<void>)[] = [];
  const queues: Queue[] = [];

  /** Valkey may have come back empty. */
  const setUp = (queue: Queue) =>
    valkey.ask(() => queue.setGlobalConcurrency(1)).then(() => {}, writeErrors.note);

  /** BullMQ does not say which job it failed on, and not always that it could not read one. */
  async function heed(queue: Queue, error: Error): Promise<void> {
    if (isGone(error)) onGone();
    const found = await quarantineDamaged(valkey, queue, log).catch(writeErrors.note);
    if (!found) writeErrors.note(error);
  }

  function startWorker(queue: Queue, processor: Processor): Worker {
    const connection = valkey.blockingClient();
    connection.on("error", () => {}).on("connect", () => connection.stream.unref());
    const worker = new BullWorker(queue.name, processor, {
      connection,
      prefix,
      skipVersionCheck: true,
      limiter: { max: 1, duration: Math.max(1, spacingMs) },
      lockDuration: longestMs,
      stalledInterval: longestMs,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
    });
    worker.on("error", (error) => void heed(queue, error));
    valkey.onUp(() => setUp(queue));
    queues.push(queue);
    stops.push(async () => {
      // Without Valkey nothing can be told it any more.
      await worker.close(!valkey.isUp());
      connection.disconnect();
    });
    return worker;
  }

  return {
    startWorker,
    /** Tells Valkey again how the queues are worked on: it has forgotten. */
    setUpAgain: async () => {
      await Promise.all(queues.map(setUp));
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
