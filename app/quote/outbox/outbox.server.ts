import type { DeliveryState, Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/** What is kept in memory of a waiting quote: nothing that the visitor wrote. */
export type SnapshotEntry = DeliveryState & {
  id: string;
  /** When this process first saw it, by the monotonic clock (milliseconds). */
  seenAt: number;
};

/** Waiting quotes, oldest first, and the names of damaged files, the oldest of them written at `damagedSince` (ISO 8601). */
export type Snapshot = { entries: SnapshotEntry[]; damaged: string[]; damagedSince?: string };

/** The metadata in a folder that says that PostgreSQL takes the quotes. */
export const DATABASE_METADATA = "database";

/** `inserted`: this process may send it now. Otherwise another one has just tried an equal one: it was `sent`, or is stored as `other`. */
export type InsertResult = "inserted" | "sent" | { other: StoredQuote };

/** A stored text, or what reading it threw; `*` stands for a whole folder. */
export type StoredText = { id: string; text: string; error?: undefined } | { id: string; error: unknown };

/** Lets one of several processes on an outbox redeliver: during a restart that overlaps, or with two containers. */
export type RedeliveryLock = {
  /** Takes the lock, or keeps it. Returns whether this process has it. */
  acquire: () => Promise<boolean>;
  release: () => Promise<void>;
};

/**
 * Something about the store that its owner must know; `conditions` has the words for each.
 *
 * | kind | what is so |
 * | --- | --- |
 * | unwritable, unreadable | it cannot be written or read |
 * | missing | it was there, and is gone: its volume or its tables |
 * | created | it is new, since less than a day |
 * | replaced | it is another one than before |
 * | key | its key cannot be read |
 * | unencrypted | the connection to it is, and leaves this machine |
 * | may_lose | a crash, a restart or a failover loses requests, because of what `detail` says |
 * | low_space | the disk is almost full |
 */
export type StorageTrouble = {
  kind:
    | "unwritable"
    | "unreadable"
    | "missing"
    | "created"
    | "replaced"
    | "key"
    | "unencrypted"
    | "may_lose"
    | "low_space";
  /** ISO 8601, where it is known. */
  since?: string;
  /** The code of an error. */
  code?: string;
  /** What is so, or what to do, in the store's own words. */
  detail?: string;
};

/** Stores quotes until they are accepted. The operator's commands change it, too. It knows nothing of channels. */
export type Outbox = {
  name: string;
  /** Stores a new quote, in place of an earlier one with the same id: its visitor has sent it again, so its life begins anew. */
  insert: (quote: StoredQuote) => Promise<InsertResult>;
  /** Whether this process may send a waiting quote: no other one has it in flight. */
  claim: (id: string) => Promise<boolean>;
  /** Replaces a waiting quote. */
  update: (quote: StoredQuote) => Promise<void>;
  /** Moves a quote to the sent ones. It need not have been waiting. */
  markSent: (quote: StoredQuote) => Promise<void>;
  /** Moves a quote to the dead ones. */
  markDead: (quote: StoredQuote) => Promise<void>;
  /** Deletes a quote of one status, `new` by default. Returns whether it was there; throws if another process has it in flight. */
  remove: (id: string, status?: Status) => Promise<boolean>;
  /**
   * Applies a transition to a quote, and perhaps moves it, while the site may be sending it: one that was accepted meanwhile
   * does not come back, and one that was updated is read again. Returns false if it is not there, or damaged; throws if
   * another process has it in flight.
   */
  edit: (
    id: string,
    status: Status,
    transition: (quote: StoredQuote) => StoredQuote,
    to?: Status,
  ) => Promise<boolean>;
  /** Reads a waiting quote. */
  read: (id: string) => Promise<StoredQuote | undefined>;
  snapshot: () => Promise<Snapshot>;
  /** The key for ids. It is stored with the quotes, so ids survive a restart. */
  idKey: () => Promise<Buffer>;
  /** Throws if a quote cannot be stored. */
  probe: () => Promise<void>;
  /** Deletes sent quotes that are too old, and leftovers. */
  purge: () => Promise<void>;
  /** The ids of a status, damaged quotes included. */
  ids: (status: Status) => Promise<string[]>;
  /** All stored texts of a status, a few at a time: together they may be larger than this process. Throws if the disk hangs. */
  texts: (status: Status) => AsyncIterable<StoredText>;
  /** The stored text of a quote, even if damaged. Undefined if there is none of this status. */
  text: (status: Status, id: string) => Promise<string | undefined>;
  /** A text that is stored with the quotes, by its name. Undefined if nobody has written it. */
  readMetadata: (name: string) => Promise<string | undefined>;
  writeMetadata: (name: string, text: string) => Promise<void>;
  /** What is wrong with the store, or odd. Never throws. */
  troubles: () => Promise<readonly StorageTrouble[]>;
  /** What to do where quotes cannot be written, or read, or where an accepted one stays. */
  advice: { unwritable: string; unreadable: string; stays: string };
};

/**
 * The snapshot of what was found, in this order.
 *
 * @param found each file with its entry, or, where it is damaged, only with the time when it was written (milliseconds)
 */
export function toSnapshot(
  found: Iterable<{ file: string; entry?: SnapshotEntry; writtenMs: number }>,
): Snapshot {
  const entries: SnapshotEntry[] = [];
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
