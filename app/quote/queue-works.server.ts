import type { Processor, Queue, Worker } from "bullmq";
import type { Refusals } from "~/quote/refusals.server";
import type { Valkey } from "~/server/valkey.server";

type Parts = {
  valkey: Valkey;
  prefix: string;
  refusals: Refusals;
  /** Between two jobs, in milliseconds. */
  spacingMs: number;
  /** How long one job can take, in milliseconds. */
  longestMs: number;
};

/**
 * Makes `work`, which puts a worker on a queue: one job at a time over all processes, spaced. What was in flight when a
 * process died is given to another, as often as that happens. `stop` lets the jobs under way finish.
 */
export async function makeWorks({ valkey, prefix, refusals, spacingMs, longestMs }: Parts) {
  const { Worker: BullWorker } = await import("bullmq");
  const stops: (() => Promise<void>)[] = [];

  function work(queue: Queue, processor: Processor): Worker {
    const connection = valkey.patient();
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
    worker.on("error", refusals.note);
    // Valkey may have come back empty.
    valkey.onUp(() => valkey.ask(() => queue.setGlobalConcurrency(1)).then(() => {}, refusals.note));
    stops.push(async () => {
      // Without Valkey nothing can be told it any more.
      await worker.close(!valkey.isUp());
      connection.disconnect();
    });
    return worker;
  }

  return {
    work,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
