import type { JobsOptions } from "bullmq";
import type { Valkey } from "~/quote/valkey/connection.server";

/** A job that BullMQ itself fails is tried again after this, in milliseconds; only who gives up makes it dead. */
const AFTER_FAULT_MS = 60_000;

export const JOB: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: "fixed", delay: AFTER_FAULT_MS },
  removeOnComplete: true,
  removeOnFail: false,
};

/** The queues of one site, and what whoever works on them needs. */
export type Queues = Awaited<ReturnType<typeof openQueues>>;

/**
 * Opens the queues on Valkey. `requests` holds the requests themselves, one job each, named by its id: waiting ones are
 * delayed until their next attempt, given-up ones lie in its failed set. `later` holds a job without data for each
 * request that may take the second way. Nobody works on `suspect`.
 *
 * @param prefix before each key, so that sites on one Valkey stay apart
 */
export async function openQueues(valkey: Pick<Valkey, "client">, prefix: string) {
  const { Queue } = await import("bullmq");
  const open = (name: string) => {
    const queue = new Queue(name, {
      connection: valkey.client,
      prefix,
      skipVersionCheck: true,
      defaultJobOptions: JOB,
    });
    // Without a listener it would print them; `valkey.away` tells of them.
    return queue.on("error", () => {});
  };
  return { requests: open("requests"), later: open("later"), suspect: open("suspect"), prefix };
}
