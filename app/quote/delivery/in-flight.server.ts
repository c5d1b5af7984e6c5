import type { Verdict } from "~/quote/delivery/deliver.server";

/** The same request sent again within this time of its acceptance is a repeat. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

/** The verdict on a repeat. */
export const ACCEPTED: Verdict = { visitor: "success", stored: "removed" };

/** What is known of a request. `presumed`: probably accepted. */
export type Status = "accepted" | "presumed" | "underWay" | undefined;

/**
 * Makes equal requests one: callers share the attempt under way, whoever started it (a visitor, a double click,
 * redelivery), and an accepted request is remembered for an hour.
 */
export type InFlight = {
  /** Joins the attempt under way, returns `ACCEPTED` for a repeat, or starts `attempt`. */
  run: (id: string, attempt: () => Promise<Verdict>) => Promise<Verdict>;
  status: (id: string) => Promise<Status>;
  /** Waits until no attempt for this request is under way. */
  settled: (id: string) => Promise<void>;
  /** Forgets that it was accepted, so that it is sent once more. */
  forget: (id: string) => Promise<void>;
};

/** The attempts of this process. */
export function makeInFlight(now: () => Date): InFlight {
  const running = new Map<string, Promise<Verdict>>();
  const accepted = new Map<string, { status: "accepted" | "presumed"; at: number }>();

  /** The status of a request accepted within the hour. The clock may have been set back. */
  function recent(id: string): "accepted" | "presumed" | undefined {
    const isOld = ({ at }: { at: number }) => Math.abs(now().getTime() - at) > SAME_REQUEST_MS;
    for (const [other, entry] of accepted) {
      if (!isOld(entry)) break;
      accepted.delete(other);
    }
    const found = accepted.get(id);
    return found && !isOld(found) ? found.status : undefined;
  }

  async function start(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await attempt();
      if (verdict.stored === "removed") {
        accepted.delete(id); // So that the oldest stay first.
        accepted.set(id, { status: verdict.presumed ? "presumed" : "accepted", at: now().getTime() });
      }
      return verdict;
    } finally {
      running.delete(id);
    }
  }

  function run(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    const shared = running.get(id);
    if (shared) return shared;
    if (recent(id) === "accepted") return Promise.resolve(ACCEPTED);
    const started = start(id, attempt);
    running.set(id, started);
    return started;
  }

  return {
    run,
    status: async (id) => (running.has(id) ? "underWay" : recent(id)),
    settled: async (id) => void (await running.get(id)?.catch(() => {})),
    forget: async (id) => void accepted.delete(id),
  };
}
