import { parseStoredRequest, type StoredRequest, withNote } from "~/quote/outbox/stored-request.server";

/**
 * How many requests are in each state, and when the oldest waiting one came (ISO 8601, UTC). `partial`: one channel has
 * accepted it, so the owner has it, and another has not yet. No personal data.
 */
export type OutboxCounts = Record<"waiting" | "partial" | "dead", number> & {
  oldest: string | undefined;
};

/** What the index keeps of a request: its times and tries, not what the visitor wrote. */
export type Entry = Pick<StoredRequest, "id" | "receivedAt" | "waitingSince" | "heldUntil" | "tries"> & {
  /** When this process first saw it, by a clock that nobody sets (milliseconds). */
  seenAt: number;
};

/** Waiting requests, oldest first, and the names of damaged files. */
export type Index = { entries: Entry[]; damaged: string[] };

/** Where requests are: waiting, accepted, given up. */
export const PLACES = ["new", "sent", "dead"] as const;
export type Place = (typeof PLACES)[number];

/** Keeps requests until they are accepted: a folder, Valkey, or the two together. */
export type Outbox = {
  /** Keeps a waiting request, in place of an earlier one with the same id. It survives a crash. */
  store: (request: StoredRequest) => Promise<void>;
  /** Moves an accepted request to the sent ones. It need not have been waiting. */
  accept: (request: StoredRequest) => Promise<void>;
  /** Reads a waiting request from its place: the operator may have changed or removed it. */
  read: (id: string) => Promise<StoredRequest | undefined>;
  counts: () => Promise<OutboxCounts>;
  /** The key for ids. It is kept with the requests, so ids survive a restart. */
  idKey: () => Promise<Buffer>;
  /** Checks that a request can be kept. */
  probe: () => Promise<void>;
  /** What to do where requests cannot be written, or read. */
  advice: { unwritable: string; unreadable: string };
};

/** A folder, or Valkey: waiting requests are sent from it, and the operator's commands change it. */
export type Backlog = Outbox & {
  /** Its name, for the log. */
  name: string;
  /** Reads the times and tries of all waiting requests. */
  index: () => Promise<Index>;
  /** Whether a request that is still there must not be sent again. `isAccepted`: it was accepted within the hour. */
  isDone: (request: StoredRequest, isAccepted: boolean) => boolean;
  /** Whether it was removed, by another process or the operator. */
  isGone: (id: string) => Promise<boolean>;
  /** Gives a request up. */
  moveToDead: (request: StoredRequest, now: Date) => Promise<void>;
  /** Deletes sent requests that are too old, and leftovers. */
  sweep: () => Promise<void>;
  ids: (place: Place) => Promise<string[]>;
  /** The stored text of a request, even if damaged. Undefined if the place does not hold it. */
  text: (place: Place, id: string) => Promise<string | undefined>;
  /** Deletes a request from one place: without `place`, a waiting one. */
  remove: (id: string, place?: Place) => Promise<void>;
};

/** A request as a backlog has it. `request` is undefined if its text is damaged. */
export type Found = { backlog: Backlog; place: Place; id: string; text: string; request?: StoredRequest };

/** Reads the requests of some places, one at a time: all of them may be larger than this process. */
export async function* requestsIn(
  all: readonly Backlog[],
  places: readonly Place[] = PLACES,
): AsyncGenerator<Found> {
  for (const place of places)
    for (const backlog of all)
      for (const id of await backlog.ids(place)) {
        const text = await backlog.text(place, id);
        if (text !== undefined) yield foundIn(backlog, place, id, text);
      }
}

/** Finds a request in any place. Throws if no place holds it. */
export async function find(id: string, all: readonly Backlog[]): Promise<Found> {
  for (const backlog of all)
    for (const place of PLACES) {
      const text = await backlog.text(place, id);
      if (text !== undefined) return foundIn(backlog, place, id, text);
    }
  throw new Error(`There is no request ${id}.`);
}

function foundIn(backlog: Backlog, place: Place, id: string, text: string): Found {
  const request = parseStoredRequest(text);
  return { backlog, place, id, text, request: request && place === "sent" ? withNote(request) : request };
}
