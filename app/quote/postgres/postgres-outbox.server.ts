import { SAME_REQUEST_MS } from "~/quote/delivery/hands.server";
import { countsOf, type Outbox, type Place } from "~/quote/outbox/outbox.server";
import {
  asDead,
  formatNoted,
  formatStoredRequest,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";
import { type Connection, Unavailable } from "~/quote/postgres/connection.server";
import { isLeased, NOW } from "~/quote/postgres/schema.server";
import { makeTake } from "~/quote/postgres/take.server";
import { makeWaiting } from "~/quote/postgres/waiting.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_SENT = 10_000;

/** An outbox in PostgreSQL, for several machines: each function is one statement, done whole or not at all. */
export type PostgresOutbox = ReturnType<typeof openPostgresOutbox>;

/** @param leaseMs how long one attempt may take: only the process that took or claimed a request sends it until then */
export function openPostgresOutbox(
  { query, longQuery, onReady }: Pick<Connection, "query" | "longQuery" | "onReady">,
  { leaseMs, keepSentDays, idKey }: { leaseMs: number; keepSentDays: number; idKey: () => Promise<Buffer> },
) {
  /** What PostgreSQL was not told, by id, because it was away. */
  const deferred = new Map<string, { sql: string; values: readonly unknown[] }>();
  onReady(async (ask) => {
    for (const [id, { sql, values }] of deferred) {
      await ask(sql, values).catch((error) => {
        if (error instanceof Unavailable) throw error;
      });
      deferred.delete(id);
    }
  });

  const take = makeTake(query, leaseMs, (id, sql, values) => deferred.set(id, { sql, values }));

  /** Runs a statement about a request, now or once PostgreSQL is back; throws `Unavailable` if not now. */
  async function runOrDefer(id: string, sql: string, values: readonly unknown[]) {
    deferred.delete(id);
    return query(sql, values).catch((error) => {
      if (error instanceof Unavailable) deferred.set(id, { sql, values });
      throw error;
    });
  }

  /** Writes a request that waits, and nobody has it in hand any more. */
  const put = (request: StoredRequest, place: Place, accepted: string) =>
    runOrDefer(
      request.id,
      `UPDATE request SET place = $2, noted = ${NOW}, version = version + 1, lease = 0, accepted = ${accepted}, entry = $3, stored = $4
        WHERE id = $1 AND place = 'new'`,
      [
        request.id,
        place,
        formatNoted(request),
        place === "sent" && keepSentDays === 0 ? "" : formatStoredRequest(request),
      ],
    );

  async function text(place: Place, id: string): Promise<string | undefined> {
    type Row = { stored: string };
    const [row] = await query<Row>("SELECT stored FROM request WHERE id = $1 AND place = $2", [id, place]);
    return row?.stored;
  }

  const { read, stamp, index } = makeWaiting({ query, longQuery }, text);

  async function change(
    id: string,
    place: Place,
    edit: (request: StoredRequest) => StoredRequest,
    to: Place = place,
  ): Promise<boolean> {
    type Row = { version: number; stored: string };
    const [row] = await query<Row>("SELECT version, stored FROM request WHERE id = $1 AND place = $2", [
      id,
      place,
    ]);
    const request = row && parseStoredRequest(row.stored);
    if (!request) return false;
    const edited = edit(request);
    const changed = await query(
      `UPDATE request SET place = $4, noted = ${NOW}, version = version + 1, lease = 0, accepted = NULL, entry = $5, stored = $6
        WHERE id = $1 AND place = $2 AND version = $3 RETURNING id`,
      [id, place, row.version, to, formatNoted(edited), formatStoredRequest(edited)],
    );
    return changed.length > 0 || change(id, place, edit, to);
  }

  async function sweep(): Promise<number> {
    const keepMs = Math.max(keepSentDays * DAY_MS, SAME_REQUEST_MS);
    await longQuery(`DELETE FROM request WHERE place = 'away' AND noted < ${NOW} - ${DAY_MS}`);
    const old = await longQuery(
      `DELETE FROM request WHERE place = 'sent' AND (noted < ${NOW} - $1::bigint OR noted < COALESCE((SELECT noted FROM request
        WHERE place = 'sent' ORDER BY noted DESC LIMIT 1 OFFSET $2), 0)) RETURNING id`,
      [keepMs, MOST_SENT - 1],
    );
    return old.length;
  }

  return {
    name: "PostgreSQL",
    take,
    claim: async (id: string) => {
      const sql = `UPDATE request SET lease = ${NOW} + $2 WHERE id = $1 AND place = 'new' AND NOT ${isLeased(leaseMs)} RETURNING id`;
      return (await query(sql, [id, leaseMs])).length > 0;
    },
    store: async (request: StoredRequest) => void (await put(request, "new", "NULL")),
    accept: async (request: StoredRequest) => {
      const isPresumed = request.sent?.class === "presumed-accepted";
      await put(request, "sent", isPresumed ? "NULL" : NOW);
    },
    moveToDead: async (request: StoredRequest, now: Date) =>
      void (await put(asDead(request, now), "dead", "NULL")),
    remove: async (id: string, place: Place = "new") => {
      const gone = await query("DELETE FROM request WHERE id = $1 AND place = $2 RETURNING id", [id, place]);
      return gone.length > 0;
    },
    text,
    read,
    stamp,
    index,
    change,
    sweep,
    counts: async () => countsOf(await index(), (await ids("dead")).length),
    ids,
    idKey,
    probe: async () =>
      void (await query(
        `INSERT INTO note (name, value) VALUES ('probe', '') ON CONFLICT (name) DO UPDATE SET value = ''`,
      )),
    readNote: async (name: string) => {
      const [row] = await query<{ value: string }>("SELECT value FROM note WHERE name = $1", [name]);
      return row?.value;
    },
    writeNote: async (name: string, value: string) => {
      const sql =
        "INSERT INTO note (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
      await query(sql, [name, value]);
    },
    check: async () => void (await query("SELECT 1")),
    advice: {
      unwritable:
        "PostgreSQL does not keep requests. They are kept in OUTBOX_DIR meanwhile. Check DATABASE_URL and the server.",
      unreadable:
        "Requests waiting in PostgreSQL cannot be read, so they are not sent again. Check DATABASE_URL and the server.",
      stays:
        "The request was accepted, but PostgreSQL could not note it. It is told once it is back. If the site stops before that, the request is sent again.",
    },
  } satisfies Outbox;

  async function ids(place: Place): Promise<string[]> {
    // With KEEP_SENT_DAYS=0 an accepted request is only remembered for an hour.
    const sql = "SELECT id FROM request WHERE place = $1 AND stored <> ''";
    return (await longQuery<{ id: string }>(sql, [place])).map(({ id }) => id);
  }
}
