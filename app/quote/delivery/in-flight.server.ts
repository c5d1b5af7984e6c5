import type { Verdict } from "~/quote/delivery/deliver.server";

/** The same request sent again within this time of its acceptance is a repeat, not a reminder. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

/** The verdict on a repeat. */
export const ACCEPTED: Verdict = { visitor: "success", stored: "removed" };

/** What is known of a request. `presumed`: accepted as far as anybody can tell. */
export type Status = "accepted" | "presumed" | "underWay" | undefined;

/**
 * Makes equal requests one: callers share the attempt under way, whoever started it (a visitor, a double click, the
 * redelivery), and an accepted request is remembered for an hour.
 */
export type InFlight = {
  /** Joins the attempt under way, returns `ACCEPTED` for a repeat, or starts `attempt`. */
  run: (id: string, attempt: () => Promise<Verdict>) => Promise<Verdict>;
  status: (id: string) => Promise<Status>;
  /** Waits until no attempt for this request is under way. */
  settled: (id: string) => Promise<void>;
  /** Forgets that it was accepted: it is to be sent once more. */
  forget: (id: string) => Promise<void>;
};

/** The attempts of this process. */
export function makeInFlight(now: () => Date): InFlight {
  const running = new Map<string, Promise<Verdict>>();
  const accepted = new Map<string, { presumed: boolean; at: number }>();

  function lately(id: string): "accepted" | "presumed" | undefined {
    const time = now().getTime();
    // The clock may have been set back.
    for (const [other, { at }] of accepted) {
      if (Math.abs(time - at) <= SAME_REQUEST_MS) break;
      accepted.delete(other);
    }
    const found = accepted.get(id);
    if (!found || Math.abs(time - found.at) > SAME_REQUEST_MS) return undefined;
    return found.presumed ? "presumed" : "accepted";
  }

  async function start(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await attempt();
      if (verdict.stored === "removed") {
        accepted.delete(id);
        accepted.set(id, { presumed: verdict.presumed === true, at: now().getTime() });
      }
      return verdict;
    } finally {
      running.delete(id);
    }
  }

  function run(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    const shared = running.get(id);
    if (shared) return shared;
    if (lately(id) === "accepted") return Promise.resolve(ACCEPTED);
    const started = start(id, attempt);
    running.set(id, started);
    return started;
  }

  return {
    run,
    status: async (id) => (running.has(id) ? "underWay" : lately(id)),
    settled: async (id) => {
      await running.get(id)?.catch(() => {});
    },
    forget: async (id) => {
      accepted.delete(id);
    },
  };
}
