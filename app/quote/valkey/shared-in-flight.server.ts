import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Verdict } from "~/quote/delivery/deliver.server";
import { ACCEPTED, type InFlight, isRemembered, SAME_REQUEST_MS } from "~/quote/delivery/in-flight.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { keysOf } from "~/quote/valkey/keys.server";
import { RELEASE } from "~/quote/valkey/valkey-lock.server";

/** How often a process checks another's attempt, and how long a verdict is kept for that. */
const POLL_MS = 50;
const VERDICT_MS = 10_000;

/** `holder` is sending the request now; `by` sent it last, with this verdict. */
type Known = { holder: string | null; by?: string; verdict?: Verdict };

/**
 * The attempts of all processes on one Valkey. The process that starts one holds `attempt:<id>`; another waits for the
 * verdict, and takes over if the holder dies (`longestMs`). While Valkey is away each process knows only its own.
 */
export function shareInFlight(own: InFlight, valkey: Valkey, prefix: string, longestMs: number): InFlight {
  const keys = keysOf(prefix);

  /** Returns what is known of a request. First `me` takes hold of it, unless another process has. */
  const look = (id: string, me?: string) =>
    valkey.ask(async (client): Promise<Known> => {
      const claim = me && client.set(keys.attempt(id), me, "PX", longestMs, "NX");
      const read = client.mget(keys.attempt(id), keys.verdict(id));
      const [[holder = null, text]] = await Promise.all([read, claim]);
      return { holder, ...(text ? JSON.parse(text) : {}) };
    });

  async function takePart(id: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    const me = randomBytes(8).toString("hex");
    let awaited: string | null = null;
    for (;;) {
      // Without Valkey nobody knows whether the other process has stored it: better twice than never.
      // Who waits only reads: one write that Valkey refuses must not start a second attempt.
      const looked = look(id, awaited ? undefined : me);
      const { holder, by, verdict } = await looked.catch((): Known => ({ holder: me }));
      const theirs = by === awaited ? verdict : undefined;
      const answer = verdict && isRemembered(verdict) ? ACCEPTED : theirs;
      if (answer && holder === me) await release(id, me);
      if (answer) return answer;
      if (holder === me) return hold(id, me, attempt);
      awaited = holder;
      await sleep(POLL_MS);
    }
  }

  async function hold(id: string, me: string, attempt: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await attempt();
      const text = JSON.stringify({ by: me, verdict });
      const until = Date.now() + (verdict.stored === "removed" ? SAME_REQUEST_MS : VERDICT_MS);
      await valkey.defer(`verdict ${id}`, (client) => client.set(keys.verdict(id), text, "PXAT", until));
      return verdict;
    } finally {
      await release(id, me);
    }
  }

  /** If this fails, Valkey ends the hold after `longestMs`. */
  const release = (id: string, me: string) =>
    valkey.ask((client) => client.eval(RELEASE, 1, keys.attempt(id), me)).catch(() => {});

  return {
    run: (id, attempt) => own.run(id, () => takePart(id, attempt)),
    status: async (id) => {
      const known = await own.status(id);
      if (known) return known;
      const { holder, verdict } = await look(id).catch((): Known => ({ holder: null }));
      if (verdict && isRemembered(verdict)) return "accepted";
      return holder ? "underWay" : undefined;
    },
    forget: async (id) => {
      await own.forget(id);
      await valkey.ask((client) => client.del(keys.verdict(id)));
    },
  };
}
