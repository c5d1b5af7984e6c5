import type { Verdict } from "~/quote/delivery/deliver.server";

/** The same request sent again within this time of its acceptance is the same request, not a reminder. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

/**
 * `presumed`: the service answered 200 without saying that it accepted. The site does not send it again, but a visitor's
 * second try is sent.
 */
export type Known = "accepted" | "presumed" | "underWay" | undefined;

/**
 * What keeps equal requests one: an attempt under way is shared, whoever started it (a visitor, his double click, the
 * redelivery), and an accepted request is remembered for an hour.
 */
export type InFlight = {
  /** What is known of this request. */
  status: (id: string) => Promise<Known>;
  /** Joins the attempt under way for this request, or starts one. */
  run: (id: string, start: () => Promise<Verdict>) => Promise<Verdict>;
  /** Waits until no attempt for this request is under way. */
  settled: (id: string) => Promise<void>;
  /** Forgets that it was accepted: the operator wants it sent again. */
  forget: (id: string) => Promise<void>;
};

/** The attempts of this process. */
export function makeInFlight(now: () => Date): InFlight {
  const running = new Map<string, Promise<Verdict>>();
  const taken = new Map<string, { known: "accepted" | "presumed"; at: number }>();

  async function status(id: string): Promise<Known> {
    const time = now().getTime();
    // The clock may have been set back.
    for (const [other, { at }] of taken) if (Math.abs(time - at) > SAME_REQUEST_MS) taken.delete(other);
    return running.has(id) ? "underWay" : taken.get(id)?.known;
  }

  function run(id: string, start: () => Promise<Verdict>): Promise<Verdict> {
    const shared = running.get(id);
    if (shared) return shared;
    const attempt = start()
      .then((verdict) => {
        const known = verdict.presumed ? "presumed" : "accepted";
        if (verdict.stored === "removed") taken.set(id, { known, at: now().getTime() });
        return verdict;
      })
      .finally(() => running.delete(id));
    running.set(id, attempt);
    return attempt;
  }

  async function settled(id: string): Promise<void> {
    await running.get(id)?.catch(() => {});
  }

  async function forget(id: string): Promise<void> {
    taken.delete(id);
  }

  return { status, run, settled, forget };
}
