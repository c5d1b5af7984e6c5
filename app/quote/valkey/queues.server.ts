import type { JobsOptions } from "bullmq";
import type { Valkey } from "~/quote/valkey/connection.server";

/** When BullMQ tries again a job that failed by an error of its own, in milliseconds. Only giving up makes a job dead. */
const RETRY_MS = 60_000;

export const JOB: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: "fixed", delay: RETRY_MS },
  removeOnComplete: true,
  removeOnFail: false,
};

export type Queues = Awaited<ReturnType<typeof openQueues>>;

/**
 * Opens the queues. `requests` holds one job for each request, named by its id: a waiting one is delayed until its next
 * attempt, a given-up one is in the failed set. `later` names those that the second channel may send. Nobody works on
 * `suspect`. Each key begins with `prefix`, so sites can share a Valkey.
 */
export async function openQueues({ client }: Pick<Valkey, "client">, prefix: string) {
  const { Queue } = await import("bullmq");
  const open = (name: string) =>
    new Queue(name, { connection: client, prefix, skipVersionCheck: true, defaultJobOptions: JOB })
      // Without a listener it would print errors; `valkey.away` reports them.
      .on("error", () => {});
  return { client, prefix, requests: open("requests"), later: open("later"), suspect: open("suspect") };
}
