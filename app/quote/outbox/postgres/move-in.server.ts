import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import {
  formatDeliveryState,
  formatStoredQuote,
  type Status,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, RedeliveryLock } from "~/quote/outbox/outbox.server";
import type { Query } from "~/quote/outbox/postgres/connection.server";
import { requestsIn } from "~/quote/outbox/read-all.server";

const RETRY_MS = 5_000;
const NOT_DELETED =
  "Requests in OUTBOX_DIR were moved to PostgreSQL, but could not be deleted there. Make the folder writable, or set OUTBOX_DIR to another one.";
const UNREADABLE =
  "Files in OUTBOX_DIR could not be read, so they were not moved to PostgreSQL and are not sent. Fix them, and start the site again.";

type MoveIn = {
  write: Query;
  folder: Outbox;
  /** Held during the move: an old process without DATABASE_URL may still use the folder. */
  folderLock: RedeliveryLock;
  /** How long such a process may still send a quote that it has just received, in milliseconds. */
  firstAttemptMs: number;
  log: Log;
};

/** Moves the quotes of a folder to PostgreSQL. Inserts each before deleting it; retries until done. What cannot be read stays. */
export async function moveIn({ write, folder, folderLock, firstAttemptMs, log }: MoveIn): Promise<void> {
  /** Not inserted again: its row may be gone by then. */
  const inserted = new Set<string>();
  const throttledLog = makeThrottledLog(log);
  let moved = 0;

  /** Returns whether the file is gone. */
  async function move(quote: StoredQuote, status: Status): Promise<boolean> {
    const isFresh = Math.abs(Date.now() - Date.parse(quote.receivedAt)) < firstAttemptMs;
    if (status === "new" && isFresh) return false;
    if (!inserted.has(quote.id)) await insertUnchanged(write, quote, status);
    inserted.add(quote.id);
    const failure = await folder.remove(quote.id, status).then(() => undefined, errorCode);
    if (failure) throttledLog.log("error", "outbox.unwritable", { code: failure, advice: NOT_DELETED });
    else moved++;
    return !failure;
  }

  for (let isDone = false; !isDone; await sleep(RETRY_MS, undefined, { ref: false })) {
    const unreadable: string[] = [];
    try {
      isDone = await folderLock.acquire();
      for await (const { id, status, request } of isDone ? requestsIn(folder) : []) {
        if (!request) unreadable.push(id);
        else if (!(await move(request, status))) isDone = false;
      }
      if (isDone && moved > 0) log("info", "outbox.moved", { count: moved });
      if (isDone && unreadable.length > 0)
        log("error", "outbox.unreadable", { count: unreadable.length, advice: UNREADABLE });
    } catch (error) {
      isDone = errorCode(error) === "ENOKEY"; // There is no folder.
    }
    if (isDone) return folderLock.release();
  }
}

/** Inserts a quote with its status. An existing row with its id is the same quote. */
async function insertUnchanged(write: Query, quote: StoredQuote, status: Status): Promise<void> {
  const { id, receivedAt, sent } = quote;
  const writtenMs = Date.parse(sent?.at ?? receivedAt);
  await write(
    `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored)
      VALUES ($1, $2, $3, $4, 0, '', $5, $6) ON CONFLICT (id) DO NOTHING`,
    [id, status, receivedAt, writtenMs, formatDeliveryState(quote), formatStoredQuote(quote)],
  );
}
