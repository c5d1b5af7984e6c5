import {
  formatDeliveryState,
  formatStoredQuote,
  parseDeliveryState,
  parseStoredQuote,
  SAME_QUOTE_MS,
  type Status,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import { type Outbox, type Snapshot, type StoredText, toSnapshot } from "~/quote/outbox/outbox.server";
import { type Connection, LONG_MS } from "~/quote/outbox/postgres/connection.server";
import { makeInsert } from "~/quote/outbox/postgres/insert.server";
import { IS_LEASED, NOW } from "~/quote/outbox/postgres/schema.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SENT = 10_000;
/** Rows per query: some 30 MB if each is as long as it can be. */
const PAGE_SIZE = 500;

/** SQL: whether no other process holds a lease on the row. `holder`: the placeholder of this process's id. */
const mayChange = (holder: `$${number}`) => `(NOT ${IS_LEASED} OR lease_holder = ${holder})`;

/**
 * Quotes in PostgreSQL, shared by several machines. Each change is one atomic statement. `holder`: id of this process in its
 * leases. `leaseMs`: how long a process may take to send a quote and save the result; until then only the process that inserted
 * or claimed the quote sends it. In milliseconds.
 */
export function makePostgresStore(
  connection: Connection,
  { holder, leaseMs, keepSentDays }: { holder: string; leaseMs: number; keepSentDays: number },
) {
  const { read, write } = connection;
  /** `SnapshotEntry.seenAt` by id. */
  let seen = new Map<string, number>();

  /** Saves a waiting quote and ends this process's lease, unless its visitor has submitted it again since (`received`). */
  async function save(quote: StoredQuote, status: Status, acceptedAt: "NULL" | typeof NOW = "NULL") {
    // Then only `accepted_at` is kept, to recognize repeats.
    const stored = status === "sent" && keepSentDays === 0 ? "" : formatStoredQuote(quote);
    await write(
      `UPDATE quote_request SET status = $2, written_at = ${NOW}, version = version + 1, accepted_at = ${acceptedAt},
          leased_until = CASE lease_holder WHEN $6 THEN 0 ELSE leased_until END, state = $3, stored = $4
        WHERE id = $1 AND status = 'new' AND received = $5`,
      [quote.id, status, formatDeliveryState(quote), stored, quote.receivedAt, holder],
    );
  }

  async function find(status: Status, id: string) {
    type Row = { version: number; stored: string };
    const sql = "SELECT version, stored FROM quote_request WHERE id = $1 AND status = $2";
    const [row] = await read<Row>(sql, [id, status]);
    return row;
  }

  const text = async (status: Status, id: string) => (await find(status, id))?.stored;

  /** Yields the rows of a status in pages. All at once may not fit into memory, and would delay visitors. */
  async function* pages<Row extends { id: string }>(status: Status, columns: string, where = "true") {
    const sql = `SELECT id, ${columns} FROM quote_request WHERE status = $1 AND ${where} AND id > $2 ORDER BY id LIMIT ${PAGE_SIZE}`;
    for (let last: string | undefined = ""; last !== undefined; ) {
      const rows: Row[] = await read<Row>(sql, [status, last], LONG_MS);
      yield rows;
      last = rows[PAGE_SIZE - 1]?.id;
    }
  }

  async function snapshot(): Promise<Snapshot> {
    type Row = { id: string; state: string };
    const now = performance.now();
    const found: Parameters<typeof toSnapshot>[0] = [];
    const seenNow = new Map<string, number>();
    for await (const rows of pages<Row>("new", "state"))
      for (const { id, state } of rows) {
        const parsed = parseDeliveryState(state);
        const seenAt = seen.get(id) ?? now;
        seenNow.set(id, seenAt);
        found.push({ file: `${id}.json`, entry: parsed && { ...parsed, id, seenAt } });
      }
    seen = seenNow;
    return toSnapshot(found);
  }

  /** Throws if another process holds a lease on the quote. */
  async function refuseInFlight(id: string): Promise<void> {
    const sql = `SELECT ceil((leased_until - ${NOW}) / 1000.0)::int AS seconds FROM quote_request
      WHERE id = $1 AND NOT ${mayChange("$2")}`;
    const [row] = await read<{ seconds: number }>(sql, [id, holder]);
    const when = `Try again in ${row?.seconds} seconds`;
    if (row) throw new Error(`${id} is being sent right now, so it was left as it is. ${when}.`);
  }

  const edit: Outbox["edit"] = async (id, status, transition, to = status) => {
    await refuseInFlight(id);
    const row = await find(status, id);
    const quote = row && parseStoredQuote(row.stored);
    if (!row || quote?.id !== id) return false;
    const after = transition(quote);
    const changed = await write(
      `UPDATE quote_request SET status = $2, written_at = ${NOW}, version = version + 1, accepted_at = NULL, state = $3, stored = $4
        WHERE id = $1 AND status = $5 AND version = $6 AND ${mayChange("$7")} RETURNING id`,
      [id, to, formatDeliveryState(after), formatStoredQuote(after), status, row.version, holder],
    );
    return changed.length > 0 || edit(id, status, transition, to);
  };

  async function* texts(status: Status): AsyncGenerator<StoredText> {
    for await (const rows of pages<StoredText>(status, "stored AS text", "stored <> ''")) yield* rows;
  }

  async function purge(): Promise<void> {
    const keepMs = Math.max(keepSentDays * DAY_MS, SAME_QUOTE_MS);
    const old = `SELECT id FROM quote_request WHERE status = 'sent' AND (written_at < ${NOW} - $1::bigint OR written_at < COALESCE((SELECT
      written_at FROM quote_request WHERE status = 'sent' ORDER BY written_at DESC LIMIT 1 OFFSET $2), 0)) LIMIT ${PAGE_SIZE}`;
    const sql = `DELETE FROM quote_request WHERE status = 'sent' AND id IN (${old}) RETURNING id`;
    // Some at a time: a statement has little time, and a longer one would delay visitors.
    for (let count = PAGE_SIZE; count === PAGE_SIZE; )
      count = (await write(sql, [keepMs, MAX_SENT - 1])).length;
  }

  return {
    name: "PostgreSQL",
    insert: makeInsert(connection, holder, leaseMs),
    claim: async (id: string) => {
      const sql = `UPDATE quote_request SET leased_until = ${NOW} + $2, lease_holder = $3
        WHERE id = $1 AND status = 'new' AND ${mayChange("$3")} RETURNING id`;
      return (await write(sql, [id, leaseMs, holder])).length > 0;
    },
    update: (quote: StoredQuote) => save(quote, "new"),
    markSent: (quote: StoredQuote) =>
      save(quote, "sent", quote.sent?.class === "presumed-accepted" ? "NULL" : NOW),
    markDead: (quote: StoredQuote) => save(quote, "dead"),
    remove: async (id: string, status: Status = "new") => {
      const sql = `DELETE FROM quote_request WHERE id = $1 AND status = $2 AND ${mayChange("$3")} RETURNING id`;
      if ((await write(sql, [id, status, holder])).length > 0) return true;
      await refuseInFlight(id);
      return false;
    },
    text,
    texts,
    read: async (id: string) => parseStoredQuote((await text("new", id)) ?? ""),
    snapshot,
    edit,
    purge,
    ids: async (status: Status) => {
      const sql = "SELECT id FROM quote_request WHERE status = $1 AND stored <> ''";
      return (await read<{ id: string }>(sql, [status], LONG_MS)).map(({ id }) => id);
    },
    probe: async () => void (await write("UPDATE quote_metadata SET value = '' WHERE name = 'probe'")),
    advice: {
      unwritable:
        "PostgreSQL (DATABASE_URL) cannot be used, so new requests are sent without being saved, and what waits there is sent once it is back. Check the server.",
      unreadable:
        "Requests waiting in PostgreSQL cannot be read, so they are not sent again. Check DATABASE_URL and the server.",
      stays:
        "The request was accepted, but PostgreSQL could not save that. It is saved once PostgreSQL is back. If the site stops before then, the request is sent again.",
    },
  } satisfies Partial<Outbox> & Record<string, unknown>;
}
