import type { Queue } from "bullmq";
import type { Channel } from "~/quote/delivery/deliver.server";
import { isAhead } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";

export type QueueChannel = Pick<Channel, "name" | "afterMs">;

export type DelaySettings = {
  /** The first sets when a request is due; the second sends a request whose first attempt failed. */
  channels: readonly QueueChannel[];
  /** How long only the process that took a request may send it, in milliseconds. */
  firstAttemptMs: number;
  waitsS: readonly number[];
};

/** Makes the functions that compute how long a request waits, in milliseconds. A time from a wrong clock counts as past. */
export function makeJobDelay({ channels: [first, second], firstAttemptMs, waitsS }: DelaySettings) {
  const { longestMs } = retryPolicy(waitsS);

  function until(time: string | number | undefined, atMostMs: number): number {
    const now = new Date();
    return time !== undefined && isAhead(time, now, atMostMs) ? new Date(time).getTime() - now.getTime() : 0;
  }
  const next = ({ tries }: StoredRequest, channel: QueueChannel | undefined) => {
    const tried = channel && tries[channel.name];
    return until(tried?.next, longestMs(tried?.uncertain));
  };
  const held = ({ heldUntil }: StoredRequest) => until(heldUntil, longestMs());
  /** Until a request is old enough for a channel. */
  const opens = ({ receivedAt }: StoredRequest, afterMs: number) =>
    until(Date.parse(receivedAt) + afterMs, afterMs);

  return {
    /** Until a worker may send it by the first channel. */
    toFirst: (request: StoredRequest): number => {
      const isUntried = Object.keys(request.tries).length === 0;
      const opensMs = Math.max(firstAttemptMs, first?.afterMs ?? 0);
      return Math.max(isUntried ? opens(request, opensMs) : next(request, first), held(request));
    },
    /** Until the second channel may send it. */
    toSecond: (request: StoredRequest): number =>
      Math.max(opens(request, second?.afterMs ?? 0), next(request, second), held(request)),
  };
}

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
