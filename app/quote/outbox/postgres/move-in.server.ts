import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
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

type MoveIn = {
  write: Query;
  folder: Outbox;
  /** Held during the move: an old process without DATABASE_URL may still use the folder. */
  folderLock: RedeliveryLock;
  /** How long such a process may still send a quote that it has just received, in milliseconds. */
  firstAttemptMs: number;
  log: Log;
};

/** Moves the quotes of a folder to PostgreSQL. Inserts each before deleting it; retries until done. Damaged files stay. */
export async function moveIn({ write, folder, folderLock, firstAttemptMs, log }: MoveIn): Promise<void> {
  for (let moved = 0, isDone = false; !isDone; await sleep(RETRY_MS, undefined, { ref: false })) {
    try {
      isDone = await folderLock.acquire();
      for await (const { status, request: quote } of isDone ? requestsIn(folder) : []) {
        if (!quote) continue;
        const isFresh = Math.abs(Date.now() - Date.parse(quote.receivedAt)) < firstAttemptMs;
        if (status === "new" && isFresh) {
          isDone = false;
          continue;
        }
        await insertUnchanged(write, quote, status);
        await folder.remove(quote.id, status);
        moved++;
      }
      if (isDone && moved > 0) log("info", "outbox.moved", { count: moved });
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
