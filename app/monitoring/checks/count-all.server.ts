import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

export type OutboxCounts = Awaited<ReturnType<typeof countAll>>;

/**
 * How many requests are in each state in all outboxes together, and since when the oldest one has waited (ISO 8601, UTC): since
 * it came, or since its hold ended. `partial`: one channel has accepted it, so the owner has it, and another has not yet.
 * `damaged`: it waits, but cannot be read and is not sent. Throws if one outbox cannot be counted: a number that is too low
 * would hide something.
 */
export async function countAll(outboxes: readonly Pick<Outbox, "snapshot" | "count">[]) {
  const counts = { waiting: 0, partial: 0, damaged: 0, dead: 0 };
  const since: string[] = [];
  for (const { snapshot, count } of outboxes) {
    const { entries, damaged, damagedSince } = await snapshot();
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    for (const { receivedAt, heldUntil, seenAt } of waiting) {
      const noted = heldUntil ?? receivedAt;
      // A time to come was perhaps noted by a wrong clock.
      const seen = new Date(Date.now() - performance.now() + seenAt).toISOString();
      since.push(noted < seen ? noted : seen);
    }
    if (damagedSince) since.push(damagedSince);
    counts.waiting += waiting.length;
    counts.partial += entries.length - waiting.length;
    counts.damaged += damaged.length;
    counts.dead += await count("dead");
  }
  return { ...counts, oldest: since.sort()[0] };
}
