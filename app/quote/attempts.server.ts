import type { Verdict } from "~/quote/delivery.server";

/** The same request sent again within this time of its acceptance is the same request, not a reminder. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

/**
 * What keeps equal requests one: an attempt under way is shared, whoever started it (a visitor, his double click, the
 * redelivery), and an accepted request is remembered for an hour.
 */
export type Attempts = {
  /** What is known of this request. */
  recall: (id: string) => Promise<"accepted" | "underWay" | undefined>;
  /** Joins the attempt under way for this request, or starts one. */
  begin: (id: string, start: () => Promise<Verdict>) => Promise<Verdict>;
  /** Waits until no attempt for this request is under way. */
  over: (id: string) => Promise<void>;
};

/** The attempts of this process. */
export function makeAttempts(now: () => Date): Attempts {
  const running = new Map<string, Promise<Verdict>>();
  const accepted = new Map<string, number>();

  async function recall(id: string) {
    const at = now().getTime();
    for (const [other, then] of accepted) if (at - then > SAME_REQUEST_MS) accepted.delete(other);
    if (accepted.has(id)) return "accepted";
    return running.has(id) ? "underWay" : undefined;
  }

  function begin(id: string, start: () => Promise<Verdict>): Promise<Verdict> {
    const shared = running.get(id);
    if (shared) return shared;
    const attempt = start()
      .then((verdict) => {
        if (verdict.stored === "removed") accepted.set(id, now().getTime());
        return verdict;
      })
      .finally(() => running.delete(id));
    running.set(id, attempt);
    return attempt;
  }

  async function over(id: string): Promise<void> {
    await running.get(id)?.catch(() => {});
  }

  return { recall, begin, over };
}
