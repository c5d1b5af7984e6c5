import type { Verdict } from "~/quote/delivery.server";

/** The same request sent again within this time of its acceptance is the same request, not a reminder. */
const SAME_REQUEST_MS = 60 * 60 * 1000;

/**
 * What keeps equal requests one: an attempt under way is shared, whoever started it (a visitor, his double click, the
 * redelivery), and an accepted request is remembered for an hour.
 */
export type Attempts = ReturnType<typeof makeAttempts>;

export function makeAttempts(now: () => Date) {
  const running = new Map<string, Promise<Verdict>>();
  const accepted = new Map<string, number>();

  const wasAccepted = (id: string) => {
    const at = now().getTime();
    for (const [other, then] of accepted) if (at - then > SAME_REQUEST_MS) accepted.delete(other);
    return accepted.has(id);
  };

  /** The attempt under way for this request, if there is one. */
  const underWay = (id: string) => running.get(id);

  /** Starts the attempt for a request that has none under way. */
  function begin(id: string, start: () => Promise<Verdict>): Promise<Verdict> {
    const attempt = start()
      .then((verdict) => {
        if (verdict.stored === "removed") accepted.set(id, now().getTime());
        return verdict;
      })
      .finally(() => running.delete(id));
    running.set(id, attempt);
    return attempt;
  }

  return { wasAccepted, underWay, begin };
}
