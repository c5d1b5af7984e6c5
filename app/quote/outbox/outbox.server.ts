import type { DeliveryState, Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/** The part of a waiting quote that is kept in memory: nothing that the visitor wrote. */
export type SnapshotEntry = DeliveryState & {
  id: string;
  /** When this process first saw the quote: `performance.now()`, in milliseconds. */
  seenAt: number;
};

/** Waiting quotes, oldest first, and names of damaged files. */
export type Snapshot = { entries: SnapshotEntry[]; damaged: string[] };

/** Name of the metadata which says, in an outbox folder, that quotes are stored in PostgreSQL. */
export const DATABASE_METADATA = "database";

/** `inserted`: this process may send the quote. Otherwise another process just tried an equal one: `sent`, or failed as `other`. */
export type InsertResult = "inserted" | "sent" | { other: StoredQuote };

/** A stored text, or the error of reading it. Id `*` means a whole folder. */
export type StoredText = { id: string; text: string; error?: undefined } | { id: string; error: unknown };

/** Lets only one of the processes that share an outbox redeliver, as in an overlapping restart or with two containers. */
export type RedeliveryLock = {
  /** Takes or renews the lock. Returns whether this process has it. */
  acquire: () => Promise<boolean>;
  release: () => Promise<void>;
};

/**
 * A problem of the store that the owner must know about. `since`: ISO 8601, if known. `code`: error code of Node, or SQLSTATE.
 * `detail`: what is wrong, or what to do about it.
 */
export type StorageTrouble = { kind: TroubleKind; since?: string; code?: string; detail?: string };

type TroubleKind =
  | "unwritable"
  | "unreadable"
  | "missing" // Its volume or its tables are gone.
  | "created" // Less than a day ago.
  | "replaced" // It is another store than before.
  | "key" // It has a key that cannot be read.
  | "unencrypted" // It is on another machine, over an unencrypted connection.
  | "may_lose" // It loses quotes in a crash, a restart or a failover.
  | "low_space";

type Transition = (quote: StoredQuote) => StoredQuote;

/** The store of quotes. The operator's commands change it, too. A store knows nothing of channels. */
export type Outbox = {
  name: string;
  /** Stores a new quote. Replaces an earlier one with the same id: its visitor has submitted it again. */
  insert: (quote: StoredQuote) => Promise<InsertResult>;
  /** Whether this process may send a waiting quote: no other process has it in flight. */
  claim: (id: string) => Promise<boolean>;
  /** Replaces a waiting quote. */
  update: (quote: StoredQuote) => Promise<void>;
  /** Moves a quote to `sent`. It need not be stored. */
  markSent: (quote: StoredQuote) => Promise<void>;
  /** Moves a quote to `dead`. */
  markDead: (quote: StoredQuote) => Promise<void>;
  /** Deletes a quote of one status, by default `new`. Returns whether it existed; throws if another process has it in flight. */
  remove: (id: string, status?: Status) => Promise<boolean>;
  /**
   * Applies a transition to a quote, and may change its status, while the site runs: if the site updates the quote in between,
   * it is read again. Returns false if it does not exist or is damaged; throws if another process has it in flight.
   */
  edit: (id: string, status: Status, transition: Transition, to?: Status) => Promise<boolean>;
  /** Reads a waiting quote. */
  read: (id: string) => Promise<StoredQuote | undefined>;
  snapshot: () => Promise<Snapshot>;
  /** The HMAC key for ids. It is stored with the quotes, so equal quotes have equal ids after a restart, too. */
  idKey: () => Promise<Buffer>;
  /** Performs a test write. Throws if a quote could not be stored. */
  probe: () => Promise<void>;
  /** Deletes old sent quotes and leftover files. */
  purge: () => Promise<void>;
  /** The ids of a status, damaged quotes included. */
  ids: (status: Status) => Promise<string[]>;
  /** Streams the stored texts of a status: together they may not fit into memory. Throws if the disk hangs. */
  texts: (status: Status) => AsyncIterable<StoredText>;
  /** The stored text of a quote, even if damaged; undefined if there is none with this status. */
  text: (status: Status, id: string) => Promise<string | undefined>;
  /** Reads a small named text stored beside the quotes; undefined if there is none. */
  readMetadata: (name: string) => Promise<string | undefined>;
  writeMetadata: (name: string, text: string) => Promise<void>;
  /** What is wrong with the store, or odd. Never throws. */
  troubles: () => Promise<readonly StorageTrouble[]>;
  /** What to tell the operator if quotes cannot be written or read, or if an accepted one cannot be marked as sent. */
  advice: { unwritable: string; unreadable: string; stays: string };
};

/** Builds a snapshot from quotes in any order. A quote without `entry` is damaged. */
export function toSnapshot(found: { file: string; entry?: SnapshotEntry }[]): Snapshot {
  return {
    entries: found.flatMap(({ entry }) => entry ?? []).sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1)),
    damaged: found.flatMap(({ file, entry }) => (entry ? [] : file)).sort(),
  };
}
