import { setTimeout as sleep } from "node:timers/promises";
import {
  formatDeliveryState,
  formatStoredQuote,
  parseStoredQuote,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import type { InsertResult } from "~/quote/outbox/outbox.server";
import {
  type Connection,
  IS_REPEAT,
  isLeased,
  NOW,
  Unavailable,
} from "~/quote/outbox/postgres/connection.server";

const JOIN_MS = 100;

/**
 * Makes `insert`, which stores a new quote, for this process to send, or waits for the process that sends it now: see
 * `Outbox.insert`. `withdraw` is for a request that the folder has kept instead: one that waits from before is not sent.
 */
export function makeInsert({ query, tell }: Pick<Connection, "query" | "tell">, leaseMs: number) {
  /** Says that the folder has a request, and with "<=" also what its visitor sent before: then it is not sent from here. */
  const sayAway = ({ id, receivedAt }: StoredQuote, received: "=" | "<=") =>
    tell(
      id,
      `INSERT INTO request (id, place, received, noted, lease, entry, stored) VALUES ($1, 'away', $2, ${NOW}, 0, '', '')
        ON CONFLICT (id) DO UPDATE SET place = 'away', lease = 0, version = request.version + 1, entry = '', stored = ''
        WHERE request.place = 'new' AND request.received ${received} $2`,
      [id, receivedAt],
    ).catch(() => {});

  async function insert(request: StoredQuote): Promise<InsertResult> {
    const { id, receivedAt } = request;
    const values = [id, receivedAt, leaseMs, formatDeliveryState(request), formatStoredQuote(request)];
    try {
      for (;;) {
        const kept = await query(
          `INSERT INTO request (id, place, received, noted, lease, entry, stored) VALUES ($1, 'new', $2, ${NOW}, ${NOW} + $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET place = 'new', received = $2, noted = ${NOW}, version = request.version + 1,
              accepted = NULL, lease = ${NOW} + $3, entry = $4, stored = $5
            WHERE NOT ${isLeased(leaseMs)} AND NOT ${IS_REPEAT} AND NOT (request.place = 'away' AND request.received = $2)
            RETURNING id`,
          values,
        );
        if (kept.length > 0) return "inserted";
        const answer = await join(id);
        if (answer) return answer;
      }
    } catch (error) {
      // It may be written late. Then it must not be sent: the folder has it.
      if (error instanceof Unavailable) await sayAway(request, "=");
      throw error;
    }
  }

  /** Waits for the process that sends it now, and returns what its visitor sees; undefined if that process ended without saying. */
  async function join(id: string): Promise<InsertResult | undefined> {
    for (;;) {
      type Row = { place: string; lease: number; stored: string; leased: boolean; repeat: boolean };
      const [row] = await query<Row>(
        `SELECT place, lease, stored, ${isLeased(leaseMs)} AS leased, ${IS_REPEAT} AS repeat FROM request WHERE id = $1`,
        [id],
      );
      if (row?.repeat || row?.place === "sent") return "sent";
      if (row?.place === "away") return "failed";
      if (!row?.leased) {
        const request = row?.lease === 0 ? parseStoredQuote(row.stored) : undefined;
        return request && { other: request };
      }
      await sleep(JOIN_MS);
    }
  }

  return { insert, withdraw: (request: StoredQuote) => sayAway(request, "<=") };
}
