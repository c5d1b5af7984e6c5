import type { StoredRequest } from "~/quote/lifecycle/stored-quote.server";

/** What is kept in memory of a waiting request: nothing that the visitor wrote. */
export type Entry = Pick<StoredRequest, "id" | "receivedAt" | "waitingSince" | "heldUntil" | "tries"> & {
  /** When this process first saw it, by the monotonic clock (milliseconds). */
  seenAt: number;
};

/** Waiting requests, oldest first, and the names of damaged files, the oldest of them written at `damagedSince` (ISO 8601). */
export type Index = { entries: Entry[]; damaged: string[]; damagedSince?: string };

/** Where requests are: waiting, accepted, given up. */
export const PLACES = ["new", "sent", "dead"] as const;
export type Place = (typeof PLACES)[number];

/** The note in a folder beside which PostgreSQL takes the requests. */
export const DATABASE_NOTE = "database";

export type Kept = "kept" | "sent" | "failed";

/** Keeps requests until they are accepted. The operator's commands change it, too. */
export type Outbox = {
  name: string;
  /**
   * Keeps a new request, in place of an earlier one with the same id. "kept": this process may send it now. "sent" or "failed":
   * another process has just tried it, and its visitor sees that.
   */
  keep: (request: StoredRequest) => Promise<Kept>;
  /** Whether this process may send a waiting request: no other one is at it. */
  claim: (id: string) => Promise<boolean>;
  /** Notes what came of an attempt with a waiting request. */
  store: (request: StoredRequest) => Promise<void>;
  /** Moves an accepted request to the sent ones. It need not have been waiting. */
  accept: (request: StoredRequest) => Promise<void>;
  /** Deletes a request from one place, `new` by default. Returns whether it was there. */
  remove: (id: string, place?: Place) => Promise<boolean>;
  /**
   * Changes a request, and perhaps its place, while the site may be sending it: one that was accepted meanwhile does not come
   * back, and one that got a note is read again. Returns false if it is not in that place, or is damaged.
   */
  change: (
    id: string,
    place: Place,
    edit: (request: StoredRequest) => StoredRequest,
    to?: Place,
  ) => Promise<boolean>;
  /** Reads a waiting request. */
  read: (id: string) => Promise<StoredRequest | undefined>;
  moveToDead: (request: StoredRequest, now: Date) => Promise<void>;
  index: () => Promise<Index>;
  /** The key for ids. It is kept with the requests, so ids survive a restart. */
  idKey: () => Promise<Buffer>;
  /** Checks that a request can be kept. */
  probe: () => Promise<void>;
  /** Deletes sent requests that are too old, and leftovers. */
  sweep: () => Promise<void>;
  ids: (place: Place) => Promise<string[]>;
  /** The stored text of a request, even if damaged. Undefined if the place does not hold it. */
  text: (place: Place, id: string) => Promise<string | undefined>;
  /** Reads a note that is kept with the requests, by its name. Undefined if nobody has written it. */
  readNote: (name: string) => Promise<string | undefined>;
  writeNote: (name: string, text: string) => Promise<void>;
  /** What to do where requests cannot be written, or read, or where an accepted one stays. */
  advice: { unwritable: string; unreadable: string; stays: string };
};

/**
 * The index of what was found, in this order.
 *
 * @param found each file with its entry, or, where it is damaged, only with the time when it was written (milliseconds)
 */
export function indexOf(found: Iterable<{ file: string; entry?: Entry; writtenMs: number }>): Index {
  const entries: Entry[] = [];
  const damaged: string[] = [];
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { file, entry, writtenMs } of found) {
    if (entry) entries.push(entry);
    else damaged.push(file);
    if (!entry) oldestMs = Math.min(oldestMs, writtenMs);
  }
  const damagedSince = damaged.length > 0 ? new Date(oldestMs).toISOString() : undefined;
  return { entries, damaged, damagedSince };
}
