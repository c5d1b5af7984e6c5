import type { Verdict } from "~/quote/delivery/deliver.server";

/** The same request sent again within this time of its acceptance is a repeat. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

const ACCEPTED: Verdict = { visitor: "success", stored: "removed" };

/** Whether an equal request is a repeat from now on. What was only presumed to be accepted is sent again. */
const isRemembered = ({ stored, presumed }: Verdict) => stored === "removed" && !presumed;

export type InFlight = ReturnType<typeof makeInFlight>;

/**
 * Makes equal requests one: callers share the attempt under way, whoever started it (a visitor, a double click,
 * redelivery), and an accepted request is remembered for an hour.
 */
export function makeInFlight(now: () => Date) {
  const running = new Map<string, Promise<Verdict>>();
  /** When each was accepted, the oldest first. */
  const accepted = new Map<string, number>();

  /** Whether it was accepted within the hour. The clock may have been set back. */
  function isRepeat(id: string): boolean {
    const isOld = (at: number) => Math.abs(now().getTime() - at) > SAME_REQUEST_MS;
    for (const [other, at] of accepted) {
      if (!isOld(at)) break;
      accepted.delete(other);
    }
    return !isOld(accepted.get(id) ?? Number.NEGATIVE_INFINITY);
  }

  async function start(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await attempt();
      accepted.delete(id); // So that the oldest stay first.
      if (isRemembered(verdict)) accepted.set(id, now().getTime());
      return verdict;
    } finally {
      running.delete(id);
    }
  }

  /** Joins the attempt under way, returns `ACCEPTED` for a repeat, or starts `attempt`. */
  function run(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    const shared = running.get(id);
    if (shared) return shared;
    if (isRepeat(id)) return Promise.resolve(ACCEPTED);
    const started = start(id, attempt);
    running.set(id, started);
    return started;
  }

  return {
    run,
    isUnderWay: (id: string) => running.has(id),
    /** Forgets that it was accepted, so it can be sent again. */
    forget: (id: string): void => void accepted.delete(id),
  };
}
