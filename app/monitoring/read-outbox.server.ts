import { errorCode } from "~/log/error-code";
import type { Dead, OutboxFacts, Waiting } from "~/monitoring/conditions/condition.server";
import { acceptedBy, mayHaveArrived } from "~/quote/lifecycle/status.server";
import { parseStoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, Snapshot, SnapshotEntry } from "~/quote/outbox/outbox.server";

/** Counts of an outbox, by the state that the doctor and the metrics name. */
export const countsOf = ({ waiting, partial, damaged, dead }: OutboxFacts) => ({
  waiting: waiting.length,
  partial: partial.length,
  damaged: damaged.length,
  dead: dead.length,
});

/** Makes the function that reads the outbox. It throws what reading throws: a number that is too low would hide something. */
export function makeReadOutbox({ snapshot, ids, text }: Pick<Outbox, "snapshot" | "ids" | "text">) {
  /** A file in `dead/` stays as it is, so it is read once. */
  let dead = new Map<string, Dead>();

  async function readDead(id: string): Promise<Dead> {
    const found = await text("dead", id).catch((error) => {
      // One file that is closed to the site must not hide all the others.
      if (errorCode(error) === "EACCES") return "";
      throw error;
    });
    const quote = parseStoredQuote(found ?? "");
    const { attempts = [], dead: marked } = quote ?? {};
    return { id, at: marked?.at, failure: attempts.at(-1), mayHaveArrived: mayHaveArrived({ attempts }) };
  }

  /** @param seen a snapshot that is known already */
  return async function readOutbox(now: Date, seen?: Snapshot): Promise<OutboxFacts> {
    const { entries, damaged } = seen ?? (await snapshot());
    const known = dead;
    dead = new Map();
    for (const id of await ids("dead")) dead.set(id, known.get(id) ?? (await readDead(id)));
    const waiting: Waiting[] = [];
    const partial: Waiting[] = [];
    for (const entry of entries) {
      const list = acceptedBy(entry).length > 0 ? partial : waiting;
      if (!dead.has(entry.id)) list.push({ ...entry, sinceMs: since(entry, now) });
    }
    return { waiting, partial, damaged, dead: [...dead.values()] };
  };
}

/** By the clock, or since this process first saw it: the longer, as the clock may have been set back. Time on hold does not count. */
function since({ receivedAt, heldUntil, seenAt }: SnapshotEntry, now: Date): number {
  const receivedMs = Date.parse(receivedAt);
  const seenMs = performance.now() - seenAt;
  const heldMs = heldUntil ? Date.parse(heldUntil) - receivedMs : 0;
  return Math.min(receivedMs, now.getTime() - seenMs) + heldMs;
}
