import { setTimeout as sleep } from "node:timers/promises";
import {
  formatDeliveryState,
  formatStoredQuote,
  parseStoredQuote,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import type { InsertResult } from "~/quote/outbox/outbox.server";
import type { Connection } from "~/quote/outbox/postgres/connection.server";
import { IS_LEASED, IS_REPEAT, NOW } from "~/quote/outbox/postgres/schema.server";

const POLL_MS = 100;

type Row = { status: string; leasedUntil: number; stored: string; isLeased: boolean; isRepeat: boolean };

/**
 * Makes `Outbox.insert`: stores a new quote with a lease for this process (`holder`), or waits for the one that is sending an
 * equal quote. `leaseMs`: see `makePostgresStore`.
 */
export function makeInsert({ read, write }: Connection, holder: string, leaseMs: number) {
  const INSERT = `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored)
    VALUES ($1, 'new', $2, ${NOW}, ${NOW} + $3, $4, $5, $6)
    ON CONFLICT (id) DO UPDATE SET status = 'new', received = $2, written_at = ${NOW}, version = quote_request.version + 1,
      accepted_at = NULL, leased_until = ${NOW} + $3, lease_holder = $4, state = $5, stored = $6
    WHERE NOT ${IS_REPEAT} AND (NOT ${IS_LEASED} OR quote_request.lease_holder = $4)
    RETURNING id`;

  async function insert(quote: StoredQuote): Promise<InsertResult> {
    const { id, receivedAt } = quote;
    const values = [id, receivedAt, leaseMs, holder, formatDeliveryState(quote), formatStoredQuote(quote)];
    for (;;) {
      if ((await write(INSERT, values)).length > 0) return "inserted";
      const other = await waitForHolder(id);
      if (other) return other;
    }
  }

  /** Waits for the process that holds the lease, and returns its result; undefined if the lease expired without one. */
  async function waitForHolder(id: string): Promise<InsertResult | undefined> {
    for (;;) {
      const [row] = await read<Row>(
        `SELECT status, leased_until AS "leasedUntil", stored, ${IS_LEASED} AS "isLeased", ${IS_REPEAT} AS "isRepeat"
          FROM quote_request WHERE id = $1`,
        [id],
      );
      if (row?.isRepeat || row?.status === "sent") return "sent";
      if (!row?.isLeased) {
        const quote = row?.leasedUntil === 0 ? parseStoredQuote(row.stored) : undefined;
        return quote && { other: quote };
      }
      await sleep(POLL_MS);
    }
  }

  return insert;
}
