import type { Channel } from "~/quote/delivery/deliver.server";
import { isAhead, retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

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
    toFirst: (envelope: StoredRequest): number => {
      const untouched = Object.keys(envelope.tries).length === 0;
      const opensMs = Math.max(firstAttemptMs, first?.afterMs ?? 0);
      return Math.max(untouched ? opens(envelope, opensMs) : next(envelope, first), held(envelope));
    },
    /** Until the second channel may send it. */
    toSecond: (envelope: StoredRequest): number =>
      Math.max(opens(envelope, second?.afterMs ?? 0), next(envelope, second), held(envelope)),
  };
}
