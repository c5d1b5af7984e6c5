import type { Queue } from "bullmq";
import type { Valkey } from "~/quote/valkey/connection.server";

/** BullMQ's score of a delayed job: its time in milliseconds, times this, plus a number that keeps the order. */
const SCORE_OF_MS = 0x1000;
const AT_ONCE = 100;

/** Makes jobs due that are delayed for longer than any wait: a wrong clock delayed them. */
export async function wakeDelayed(valkey: Valkey, queue: Queue, longestMs: number): Promise<void> {
  const latest = (Date.now() + longestMs) * SCORE_OF_MS;
  const ids = await valkey.ask((client) =>
    client.zrangebyscore(queue.toKey("delayed"), latest, "+inf", "LIMIT", 0, AT_ONCE),
  );
  for (const id of ids) {
    const job = await valkey.ask(() => queue.getJob(id)).catch(() => undefined); // See `quarantineDamaged`.
    if (job) await valkey.ask(() => job.promote());
  }
}
