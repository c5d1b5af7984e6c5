import type { OutboxAdvice } from "~/quote/outbox/advice.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** How many requests are in each state, and when the oldest waiting one came (ISO 8601, UTC). No personal data. */
export type OutboxCounts = { waiting: number; oldest: string | undefined; dead: number; suspect: number };

/** Keeps requests until they are accepted: in a folder, or in a queue that several machines share. */
export type Outbox = {
  /** Keeps a waiting request, in place of an earlier one with the same id. It survives a crash. */
  store: (request: StoredRequest) => Promise<void>;
  /** Moves an accepted request to the sent ones. It need not have been waiting. */
  accept: (request: StoredRequest) => Promise<void>;
  /** Deletes a waiting request, if there is one. */
  remove: (id: string) => Promise<void>;
  /** Reads a waiting request from its place: the operator may have changed or removed it. */
  read: (id: string) => Promise<StoredRequest | undefined>;
  /** Sets aside a request that looks like spam, for the operator to check. */
  quarantine: (request: StoredRequest) => Promise<void>;
  counts: () => Promise<OutboxCounts>;
  /** The key for ids. It is kept with the requests, so ids survive a restart. */
  idKey: () => Promise<Buffer>;
  /** Checks that a request can be kept. */
  probe: () => Promise<void>;
  advice: OutboxAdvice;
};
