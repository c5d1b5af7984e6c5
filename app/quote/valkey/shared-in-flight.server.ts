import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Verdict } from "~/quote/delivery/deliver.server";
import { type InFlight, type Known, SAME_REQUEST_MS } from "~/quote/delivery/in-flight.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** How often a process looks whether another's attempt is over, and how long that one's verdict is kept for it. */
const LOOK_MS = 50;
const VERDICT_MS = 10_000;

const ACCEPTED: Verdict = { visitor: "success", stored: "removed" };

/** Where the verdict of a request is told to the others, and for an hour that it was accepted. */
export const verdictKey = (prefix: string, id: string) => `${prefix}:verdict:${id}`;

/** Lets go of an attempt, unless it is somebody else's by now. */
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

/**
 * The attempts of all processes on one Valkey. Who begins one holds `attempt:<id>`; who asks for the same request
 * meanwhile waits for his verdict, and takes over if he dies. While Valkey is away each process knows only its own.
 *
 * @param own the attempts of this process
 * @param longestMs how long one attempt can take; after that its holder is taken for dead
 */
export function shareInFlight(own: InFlight, valkey: Valkey, prefix: string, longestMs: number): InFlight {
  const held = (id: string) => `${prefix}:attempt:${id}`;
  const told = (id: string) => verdictKey(prefix, id);

  async function look(id: string): Promise<{ holder: string | null; by?: string; verdict?: Verdict }> {
    const [holder = null, text] = await valkey.ask((client) => client.mget(held(id), told(id)));
    return { holder, ...(text ? JSON.parse(text) : {}) };
  }

  async function status(id: string): Promise<Known> {
    const known = await own.status(id);
    if (known) return known;
    const { holder, verdict } = await look(id).catch(() => ({ holder: null, verdict: undefined }));
    if (verdict?.stored === "removed") return verdict.presumed ? "presumed" : "accepted";
    return holder ? "underWay" : undefined;
  }

  /** Holds the request, or says who does. Where Valkey is away there is nobody to ask. */
  async function claim(id: string, me: string): Promise<{ holder: string; verdict?: Verdict }> {
    try {
      const got = await valkey.ask((client) => client.set(held(id), me, "PX", longestMs, "NX"));
      const { holder, verdict } = await look(id);
      return { holder: got ? me : (holder ?? ""), verdict };
    } catch {
      return { holder: me };
    }
  }

  async function run(id: string, start: () => Promise<Verdict>): Promise<Verdict> {
    return own.run(id, async () => {
      const me = randomBytes(8).toString("hex");
      for (;;) {
        const { holder, verdict } = await claim(id, me);
        // A visitor may send again what was only presumed to be accepted.
        if (verdict?.stored === "removed" && !verdict.presumed) {
          if (holder === me) await release(id, me);
          return ACCEPTED;
        }
        if (holder === me) return hold(id, me, start);
        const theirs = await verdictOf(id, holder);
        if (theirs) return theirs;
      }
    });
  }

  async function hold(id: string, me: string, start: () => Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await start();
      const { visitor, stored, presumed } = verdict;
      const text = JSON.stringify({ by: me, verdict: { visitor, stored, presumed } });
      const keptMs = stored === "removed" ? SAME_REQUEST_MS : VERDICT_MS;
      const until = Date.now() + keptMs;
      await valkey.defer(`verdict ${id}`, (client) => client.set(told(id), text, "PXAT", until));
      return verdict;
    } finally {
      await release(id, me);
    }
  }

  const release = (id: string, me: string) =>
    valkey
      .ask((client) => client.eval(RELEASE, 1, held(id), me))
      .then(
        () => {},
        () => {}, // It ends by itself.
      );

  /** The verdict of an attempt in another process; undefined if that one ended without any. */
  async function verdictOf(id: string, holder: string): Promise<Verdict | undefined> {
    for (;;) {
      const seen = await look(id).catch(() => undefined);
      // Valkey went away, and nobody knows whether the other lives or has stored it: rather twice than never.
      if (!seen) return undefined;
      if (seen.by === holder) return seen.verdict;
      if (seen.holder !== holder) return undefined;
      await sleep(LOOK_MS);
    }
  }

  async function settled(id: string): Promise<void> {
    await own.settled(id);
    while ((await status(id)) === "underWay") await sleep(LOOK_MS);
  }

  async function forget(id: string): Promise<void> {
    await own.forget(id);
    await valkey.ask((client) => client.del(told(id)));
  }

  return { status, run, settled, forget };
}
