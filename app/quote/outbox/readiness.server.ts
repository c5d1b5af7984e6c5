import type { Outbox } from "~/quote/outbox/outbox.server";

/** A test write costs the disk a flush, so one answer serves all who ask within this time, in milliseconds. */
const FRESH_MS = 5_000;

export type Readiness = {
  outbox: "writable" | "unwritable";
  /** Only where the outbox is a queue on Valkey; while it is away the folder takes its place. */
  valkey?: "up" | "away";
  /** The rest is absent where the outbox cannot be read. */
  waiting?: number;
  /** Age of the oldest request that waits; null where none does. */
  oldestSeconds?: number | null;
  dead?: number;
  suspect?: number;
};

/**
 * Makes the function that says how the outbox is: whether it can be written to, and what lies in it.
 *
 * @param isValkeyUp where the outbox is a queue on Valkey: whether that is there
 */
export function makeReadiness(
  outbox: Pick<Outbox, "probe" | "counts">,
  now: () => Date,
  isValkeyUp?: () => boolean,
): () => Promise<Readiness> {
  let answer: Promise<Readiness> | undefined;
  let askedAt = 0;

  async function look(): Promise<Readiness> {
    const writable = await outbox.probe().then(
      () => true,
      () => false,
    );
    const counts = await outbox.counts().catch(() => undefined);
    const valkey = isValkeyUp && (isValkeyUp() ? "up" : "away");
    if (!counts) return { outbox: "unwritable", valkey };
    const { oldest, ...rest } = counts;
    const oldestSeconds = oldest
      ? Math.max(0, Math.round((now().getTime() - Date.parse(oldest)) / 1000))
      : null;
    return { outbox: writable ? "writable" : "unwritable", valkey, ...rest, oldestSeconds };
  }

  return () => {
    if (answer && performance.now() - askedAt < FRESH_MS) return answer;
    askedAt = performance.now();
    answer = look();
    return answer;
  };
}
