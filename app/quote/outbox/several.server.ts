import type { Outbox, OutboxCounts } from "~/quote/outbox/outbox.server";

/** What is in all outboxes together. Throws if one cannot be counted: a number that is too low would hide something. */
export async function countAll(outboxes: readonly Pick<Outbox, "counts">[]): Promise<OutboxCounts> {
  const all = await Promise.all(outboxes.map((outbox) => outbox.counts()));
  const sum = (state: "waiting" | "partial" | "damaged" | "dead") =>
    all.reduce((total, counts) => total + counts[state], 0);
  const oldest = all.flatMap((counts) => counts.oldest ?? []).sort()[0];
  return {
    waiting: sum("waiting"),
    partial: sum("partial"),
    damaged: sum("damaged"),
    dead: sum("dead"),
    oldest,
  };
}

/** Checks that a new request can be kept in one of them. Throws what the last one throws. */
export async function probeAny(outboxes: readonly Pick<Outbox, "probe">[]): Promise<void> {
  const [first, ...others] = outboxes;
  await first?.probe().catch((error) => {
    if (others.length === 0) throw error;
    return probeAny(others);
  });
}
