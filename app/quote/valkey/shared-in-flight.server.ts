import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Verdict } from "~/quote/delivery/deliver.server";
import { ACCEPTED, type InFlight, SAME_REQUEST_MS, type Status } from "~/quote/delivery/in-flight.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { keysOf } from "~/quote/valkey/keys.server";
import { RELEASE } from "~/quote/valkey/valkey-lock.server";

/** How often a process checks another's attempt, and how long a verdict is kept for that. */
const POLL_MS = 50;
const VERDICT_MS = 10_000;

/**
 * The attempts of all processes on one Valkey. The process that starts one holds `attempt:<id>`; another waits for the
 * verdict, and takes over if the holder dies (`longestMs`). While Valkey is away each process knows only its own.
 */
export function shareInFlight(own: InFlight, valkey: Valkey, prefix: string, longestMs: number): InFlight {
  const keys = keysOf(prefix);

  async function read(id: string): Promise<{ holder: string | null; by?: string; verdict?: Verdict }> {
    const names = [keys.attempt(id), keys.verdict(id)];
    const [holder = null, text] = await valkey.ask((client) => client.mget(names));
    return { holder, ...(text ? JSON.parse(text) : {}) };
  }

  async function status(id: string): Promise<Status> {
    const known = await own.status(id);
    if (known) return known;
    const { holder, verdict } = await read(id).catch(() => ({ holder: null, verdict: undefined }));
    if (verdict?.stored === "removed") return verdict.presumed ? "presumed" : "accepted";
    return holder ? "underWay" : undefined;
  }

  /** Holds the request, or returns its holder. While Valkey is away this process holds it. */
  async function claim(id: string, me: string): Promise<{ holder: string; verdict?: Verdict }> {
    try {
      const got = await valkey.ask((client) => client.set(keys.attempt(id), me, "PX", longestMs, "NX"));
      const { holder, verdict } = await read(id);
      return { holder: got ? me : (holder ?? ""), verdict };
    } catch {
      return { holder: me };
    }
  }

  const run = (id: string, attempt: () => Promise<Verdict>): Promise<Verdict> =>
    own.run(id, async () => {
      const me = randomBytes(8).toString("hex");
      for (;;) {
        const { holder, verdict } = await claim(id, me);
        // A visitor may send again what was only presumed to be accepted.
        if (verdict?.stored === "removed" && !verdict.presumed) {
          if (holder === me) await release(id, me);
          return ACCEPTED;
        }
        if (holder === me) return hold(id, me, attempt);
        const theirs = await verdictOf(id, holder);
        if (theirs) return theirs;
      }
    });

  async function hold(id: string, me: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await attempt();
      const { visitor, stored, presumed, retryAfterS } = verdict;
      const text = JSON.stringify({ by: me, verdict: { visitor, stored, presumed, retryAfterS } });
      const until = Date.now() + (stored === "removed" ? SAME_REQUEST_MS : VERDICT_MS);
      await valkey.defer(`verdict ${id}`, (client) => client.set(keys.verdict(id), text, "PXAT", until));
      return verdict;
    } finally {
      await release(id, me);
    }
  }

  /** If this fails, Valkey ends the hold after `longestMs`. */
  const release = (id: string, me: string) =>
    valkey.ask((client) => client.eval(RELEASE, 1, keys.attempt(id), me)).catch(() => {});

  /** The verdict of another process; undefined if its attempt ended without one. */
  async function verdictOf(id: string, holder: string): Promise<Verdict | undefined> {
    for (;;) {
      const seen = await read(id).catch(() => undefined);
      // Without Valkey nobody knows whether the other process has stored it: better twice than never.
      if (!seen) return undefined;
      if (seen.by === holder) return seen.verdict;
      if (seen.holder !== holder) return undefined;
      await sleep(POLL_MS);
    }
  }

  return {
    run,
    status,
    settled: async (id) => {
      await own.settled(id);
      while ((await status(id)) === "underWay") await sleep(POLL_MS);
    },
    forget: async (id) => {
      await own.forget(id);
      await valkey.ask((client) => client.del(keys.verdict(id)));
    },
  };
}
