import {
  formatDeliveryState,
  formatStoredQuote,
  parseDeliveryState,
  parseStoredQuote,
  SAME_QUOTE_MS,
  type Status,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import { type Outbox, type Snapshot, toSnapshot } from "~/quote/outbox/outbox.server";
import { type Connection, isLeased, LONG_MS, NOW } from "~/quote/outbox/postgres/connection.server";
import { makeInsert } from "~/quote/outbox/postgres/insert.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_SENT = 10_000;

/** Writes a request anew; nobody has it in hand anymore. The values are `rowOf`, and more for what follows. */
const WRITE = `UPDATE request SET place = $2, noted = ${NOW}, version = version + 1, lease = 0, entry = $3, stored = $4,`;
const rowOf = (request: StoredQuote, place: Status) => [
  request.id,
  place,
  formatDeliveryState(request),
  formatStoredQuote(request),
];

/**
 * The requests in PostgreSQL, for several machines: each function is one statement, done whole or not at all.
 *
 * @param leaseMs how long one attempt may take: only the process that took or claimed a request sends it until then
 */
export function openPostgresOutbox(
  { query, tell }: Pick<Connection, "query" | "tell">,
  leaseMs: number,
  keepSentDays: number,
) {
  /** When this process first saw each, by the monotonic clock. */
  let seen = new Map<string, number>();

  /** Writes a request that waits, now or once PostgreSQL is back; throws `Unavailable` if not now. */
  async function put(request: StoredQuote, place: Status, accepted = "NULL"): Promise<void> {
    const { id } = request;
    const sql = `${WRITE} accepted = ${accepted} WHERE id = $1 AND place = 'new' AND received = $5`;
    // Not over what its visitor has sent again since.
    const values = [...rowOf(request, place), request.receivedAt];
    // It is only remembered, for an hour.
    if (place === "sent" && keepSentDays === 0) values[3] = "";
    await tell(id, sql, values);
  }

  async function find(place: Status, id: string) {
    type Row = { version: number; stored: string };
    const sql = "SELECT version, stored FROM request WHERE id = $1 AND place = $2";
    const [row] = await query<Row>(sql, [id, place]);
    return row;
  }

  const text = async (place: Status, id: string) => (await find(place, id))?.stored;

  async function snapshot(): Promise<Snapshot> {
    type Row = { id: string; noted: number; entry: string };
    const sql = "SELECT id, noted, entry FROM request WHERE place = 'new' ORDER BY received";
    const rows = await query<Row>(sql, [], LONG_MS);
    const now = performance.now();
    const before = seen;
    seen = new Map(rows.map(({ id }) => [id, before.get(id) ?? now]));
    return toSnapshot(
      rows.map(({ id, noted: writtenMs, entry: text }) => {
        const noted = parseDeliveryState(text);
        const entry = noted && { ...noted, id, seenAt: seen.get(id) ?? now };
        return { file: `${id}.json`, entry, writtenMs };
      }),
    );
  }

  const edit: Outbox["edit"] = async (id, place, transition, to = place) => {
    const row = await find(place, id);
    const request = row && parseStoredQuote(row.stored);
    if (!row || request?.id !== id) return false;
    const changed = await query(
      `${WRITE} accepted = NULL WHERE id = $1 AND place = $5 AND version = $6 RETURNING id`,
      [...rowOf(transition(request), to), place, row.version],
    );
    return changed.length > 0 || edit(id, place, transition, to);
  };

  async function purge(): Promise<void> {
    const keepMs = Math.max(keepSentDays * DAY_MS, SAME_QUOTE_MS);
    await query(`DELETE FROM request WHERE place = 'away' AND noted < ${NOW} - ${DAY_MS}`, [], LONG_MS);
    await query(
      `DELETE FROM request WHERE place = 'sent' AND (noted < ${NOW} - $1::bigint OR noted < COALESCE((SELECT noted FROM request
        WHERE place = 'sent' ORDER BY noted DESC LIMIT 1 OFFSET $2), 0))`,
      [keepMs, MOST_SENT - 1],
      LONG_MS,
    );
  }

  return {
    name: "PostgreSQL",
    ...makeInsert({ query, tell }, leaseMs),
    claim: async (id: string) => {
      const sql = `UPDATE request SET lease = ${NOW} + $2 WHERE id = $1 AND place = 'new' AND NOT ${isLeased(leaseMs)} RETURNING id`;
      return (await query(sql, [id, leaseMs])).length > 0;
    },
    update: (request: StoredQuote) => put(request, "new"),
    markSent: (request: StoredQuote) =>
      put(request, "sent", request.sent?.class === "presumed-accepted" ? "NULL" : NOW),
    markDead: (request: StoredQuote) => put(request, "dead"),
    remove: async (id: string, place: Status = "new") => {
      const gone = await query("DELETE FROM request WHERE id = $1 AND place = $2 RETURNING id", [id, place]);
      return gone.length > 0;
    },
    text,
    read: async (id: string) => parseStoredQuote((await text("new", id)) ?? ""),
    snapshot,
    edit,
    purge,
    ids: async (place: Status) => {
      const sql = "SELECT id FROM request WHERE place = $1 AND stored <> ''";
      return (await query<{ id: string }>(sql, [place], LONG_MS)).map(({ id }) => id);
    },
    probe: async () => void (await query("UPDATE note SET value = '' WHERE name = 'probe'")),
    troubles: async () => [],
    advice: {
      unwritable:
        "PostgreSQL cannot store requests. They are saved in OUTBOX_DIR in the meantime. Check DATABASE_URL and the server.",
      unreadable:
        "Requests waiting in PostgreSQL cannot be read, so they are not sent again. Check DATABASE_URL and the server.",
      stays:
        "The request was accepted, but PostgreSQL could not note it. It will be told once it is back. If the site stops before then, the request will be sent again.",
    },
  } satisfies Partial<Outbox>;
}
