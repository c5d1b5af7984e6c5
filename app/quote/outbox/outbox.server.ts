import { parseStoredRequest, type StoredRequest, withNote } from "~/quote/outbox/stored-request.server";

/**
 * How many requests are in each state, and since when the oldest one waits (ISO 8601, UTC): since it came, or since its hold
 * ends. `partial`: one channel has accepted it, so the owner has it, and another has not yet. No personal data.
 */
export type OutboxCounts = Record<"waiting" | "partial" | "dead", number> & {
  oldest: string | undefined;
};

/** What the index keeps of a request: its times and tries, not what the visitor wrote. */
export type Entry = Pick<StoredRequest, "id" | "receivedAt" | "waitingSince" | "heldUntil" | "tries"> & {
  /** When this process first saw it, by a clock that nobody sets (milliseconds). */
  seenAt: number;
};

/**
 * Waiting requests, oldest first, and the names of damaged files, which wait, too: since when by the oldest one's own time
 * (ISO 8601).
 */
export type Index = { entries: Entry[]; damaged: string[]; damagedSince?: string };

/** Where requests are: waiting, accepted, given up. */
export const PLACES = ["new", "sent", "dead"] as const;
export type Place = (typeof PLACES)[number];

/** Keeps requests until they are accepted. Waiting ones are sent from it, and the operator's commands change it. */
export type Outbox = {
  /** Keeps a waiting request, in place of an earlier one with the same id. It survives a crash. */
  store: (request: StoredRequest) => Promise<void>;
  /** Moves an accepted request to the sent ones. It need not have been waiting. */
  accept: (request: StoredRequest) => Promise<void>;
  /** Deletes a request from one place, if it is there: without `place`, a waiting one. */
  remove: (id: string, place?: Place) => Promise<void>;
  /** Reads a waiting request from its place: the operator may have changed or removed it. */
  read: (id: string) => Promise<StoredRequest | undefined>;
  /** Gives a request up. */
  moveToDead: (request: StoredRequest, now: Date) => Promise<void>;
  /** Reads the times and tries of all waiting requests. */
  index: () => Promise<Index>;
  counts: () => Promise<OutboxCounts>;
  /** Whether a request that is still there must not be sent again. */
  isDone: (request: StoredRequest) => boolean;
  /** Whether it was removed, by another process or the operator. */
  isGone: (id: string) => Promise<boolean>;
  /** The key for ids. It is kept with the requests, so ids survive a restart. */
  idKey: () => Promise<Buffer>;
  /** Checks that a request can be kept. */
  probe: () => Promise<void>;
  /** Deletes sent requests that are too old, and leftovers. Returns how many sent requests. */
  sweep: () => Promise<number>;
  ids: (place: Place) => Promise<string[]>;
  /** The stored text of a request, even if damaged. Undefined if the place does not hold it. */
  text: (place: Place, id: string) => Promise<string | undefined>;
  /** What to do where requests cannot be written, or read. */
  advice: { unwritable: string; unreadable: string };
};

/** A request as it was found. `request` is undefined if its text is damaged. */
export type Found = { place: Place; id: string; text: string; request?: StoredRequest };

/** Reads the requests of some places, one at a time: all of them may be larger than this process. */
export async function* requestsIn(outbox: Outbox, places: readonly Place[] = PLACES): AsyncGenerator<Found> {
  for (const place of places)
    for (const id of await outbox.ids(place)) {
      const text = await outbox.text(place, id);
      if (text !== undefined) yield foundIn(place, id, text);
    }
}

/** Finds a request in any place. Throws if no place holds it. */
export async function find(id: string, outbox: Outbox): Promise<Found> {
  for (const place of PLACES) {
    const text = await outbox.text(place, id);
    if (text !== undefined) return foundIn(place, id, text);
  }
  throw new Error(`There is no request ${id}.`);
}

function foundIn(place: Place, id: string, text: string): Found {
  const request = parseStoredRequest(text);
  return { place, id, text, request: request && place === "sent" ? withNote(request) : request };
}
