import type { Queue } from "bullmq";
import type { Channel } from "~/quote/delivery/deliver.server";
import { isAhead } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";

export type QueueChannel = Pick<Channel, "name" | "afterMs">;

/**
 * Makes the functions that say how long a request waits, in milliseconds. A time that a clock which was wrong wrote makes none
 * wait.
 *
 * @param firstAttemptMs how long the process that took a request has it for itself
 */
export function makeJobDelay(
  [first, second]: readonly QueueChannel[],
  firstAttemptMs: number,
  waitsS: readonly number[],
) {
  const { longestMs } = retryPolicy(waitsS);

  function until(time: string | number | undefined, atMostMs: number): number {
    const now = new Date();
    if (time === undefined || !isAhead(time, now, atMostMs)) return 0;
    return (typeof time === "string" ? Date.parse(time) : time) - now.getTime();
  }
  const next = ({ tries }: StoredRequest, way: QueueChannel | undefined) => {
    const tried = way && tries[way.name];
    return until(tried?.next, longestMs(tried?.uncertain));
  };
  const held = ({ heldUntil }: StoredRequest) => until(heldUntil, longestMs());
  /** Until a request is old enough for a channel. */
  const opens = ({ receivedAt }: StoredRequest, afterMs: number) =>
    until(Date.parse(receivedAt) + afterMs, afterMs);

  return {
    /** Until another process than the one that took it may send it by the first channel. */
    toFirst: (request: StoredRequest): number => {
      const untouched = Object.keys(request.tries).length === 0;
      const opensMs = Math.max(firstAttemptMs, first?.afterMs ?? 0);
      return Math.max(untouched ? opens(request, opensMs) : next(request, first), held(request));
    },
    /** Until the second channel may send it. */
    toSecond: (request: StoredRequest): number =>
      Math.max(opens(request, second?.afterMs ?? 0), next(request, second), held(request)),
  };
}

/** BullMQ's score of a delayed job is its time in milliseconds, times this, and a number that keeps the order. */
const SCORE_OF_MS = 0x1000;
const AT_ONCE = 100;

/** Makes jobs due that are put off for longer than anything waits: a clock was wrong when they were. */
export async function wakeDelayed(valkey: Valkey, queue: Queue, longestMs: number): Promise<void> {
  const latest = (Date.now() + longestMs) * SCORE_OF_MS;
  const ids = await valkey.ask((client) =>
    client.zrangebyscore(queue.toKey("delayed"), latest, "+inf", "LIMIT", 0, AT_ONCE),
  );
  for (const id of ids) {
    const job = await valkey.ask(() => queue.getJob(id)).catch(() => undefined); // A damaged one is another's business.
    if (job) await valkey.ask(() => job.promote());
  }
}
