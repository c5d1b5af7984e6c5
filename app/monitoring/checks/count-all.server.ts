import type { Outbox } from "~/quote/outbox/outbox.server";
import { acceptedBy } from "~/quote/outbox/stored-request.server";

/**
 * How many requests are in each state, and since when the oldest one has waited (ISO 8601, UTC): since it came, or since its
 * hold ended. `partial`: one channel has accepted it, so the owner has it, and another has not yet. `damaged`: it waits, but cannot be
 * read and is not sent. No personal data.
 */
export type OutboxCounts = Record<"waiting" | "partial" | "damaged" | "dead", number> & {
  oldest: string | undefined;
};

/** What is in all outboxes together. Throws if one cannot be counted: a number that is too low would hide something. */
export async function countAll(outboxes: readonly Pick<Outbox, "index" | "ids">[]): Promise<OutboxCounts> {
  const counts: OutboxCounts = { waiting: 0, partial: 0, damaged: 0, dead: 0, oldest: undefined };
  let since: string[] = [];
  for (const { index, ids } of outboxes) {
    const { entries, damaged, damagedSince = [] } = await index();
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    since = since.concat(
      waiting.map(({ receivedAt, heldUntil }) => heldUntil ?? receivedAt),
      damagedSince,
    );
    counts.waiting += waiting.length;
    counts.partial += entries.length - waiting.length;
    counts.damaged += damaged.length;
    counts.dead += (await ids("dead")).length;
  }
  return { ...counts, oldest: since.sort()[0] };
}

/** Checks that a new request can be kept in one of them. Throws what the last one throws. */
export async function probeAny(outboxes: readonly Pick<Outbox, "probe">[]): Promise<void> {
  const [first, ...others] = outboxes;
  await first?.probe().catch((error) => {
    if (others.length === 0) throw error;
    return probeAny(others);
  });
}
