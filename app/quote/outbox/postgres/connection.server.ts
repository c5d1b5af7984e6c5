import type { QueryResultRow } from "pg";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";

const WAIT_MS = 1_000;
/** For a statement that nobody waits for. */
export const LONG_MS = 30_000;
const RETRY_MS = 2_000;
/** Once PostgreSQL is back nothing is sent for this long: each process first says what it sent meanwhile. */
const QUIET_MS = 10_000;
/** Errors about the data, not about PostgreSQL itself. */
const OF_DATA = /^2[23]/;

/** PostgreSQL is late, refuses, or is away. It may still do what it was asked. */
export class Unavailable extends Error {
  constructor(readonly code: string) {
    super("PostgreSQL is away");
  }
}

export type Query = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  waitMs?: number,
) => Promise<Row[]>;

export type Connection = Awaited<ReturnType<typeof connect>>;

/**
 * Connects to PostgreSQL, and makes the tables. While it is away each call fails at once with `Unavailable`, and every two seconds it
 * is tried again. Only this loads `pg`.
 *
 * @param url may hold a password, so it is never logged
 * @param usualMs how long a call may take, in milliseconds
 */
export async function connect(url: string, log: Log, usualMs = WAIT_MS) {
  const { default: pg } = await import("pg");
  const INT8 = 20; // A time in milliseconds.
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: usualMs,
    allowExitOnIdle: true,
  });
  pool.on("error", () => {}); // An idle connection broke. The next call says so.
  /** What it was not told, by the request's id. */
  const untold = new Map<string, { sql: string; values: readonly unknown[] }>();
  let upSince: number | undefined;
  /** The first error since it is away. */
  let awayCode: string | undefined;
  const throttledLog = makeThrottledLog(log);
  let wasAway = false;
  let timer: NodeJS.Timeout | undefined;

  const ask: Query = async (sql, values = [], waitMs = usualMs) => {
    try {
      // The types do not know the time limit of one query.
      const query = { text: sql, values: [...values], query_timeout: waitMs };
      return (await pool.query(query)).rows;
    } catch (error) {
      const code = errorCode(error);
      if (OF_DATA.test(code)) throw error;
      noteAway(code === "Error" ? "ETIMEDOUT" : code);
      throw new Unavailable(code);
    }
  };

  function noteAway(code: string): void {
    const advice =
      "New requests are saved in OUTBOX_DIR and sent from there. Requests waiting in PostgreSQL are sent once it is back. Check DATABASE_URL and the server.";
    awayCode ??= code;
    throttledLog.log("error", "database.away", { code: awayCode, advice });
    wasAway = true;
    upSince = undefined;
    clearTimeout(timer);
    timer = setTimeout(tryAgain, RETRY_MS).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await ask(SCHEMA);
      for (const [id, note] of untold) {
        untold.delete(id); // A newer one may come meanwhile, and is told after it.
        await ask(note.sql, note.values).catch((error) => {
          if (!(error instanceof Unavailable)) return;
          if (!untold.has(id)) untold.set(id, note);
          throw error;
        });
      }
    } catch (error) {
      return noteAway(errorCode(error)); // It is tried again.
    }
    upSince = performance.now();
    throttledLog.clear("database.away");
    awayCode = undefined;
  }

  const query: Query = async (sql, values, waitMs) => {
    if (upSince === undefined) throw new Unavailable("EUNAVAILABLE");
    return ask(sql, values, waitMs);
  };

  await tryAgain();
  return {
    query,
    /** Tells it about a request: now, or, after an `Unavailable`, first of all once it is back. The last word of each id counts. */
    tell: async (id: string, sql: string, values: readonly unknown[]): Promise<void> => {
      untold.delete(id);
      await query(sql, values).catch((error) => {
        if (error instanceof Unavailable) untold.set(id, { sql, values });
        throw error;
      });
    },
    /** Whether it has been back long enough for each process to say what it sent in the meantime. */
    isSettled: () => upSince !== undefined && (!wasAway || performance.now() - upSince > QUIET_MS),
  };
}

/** The server's clock, in milliseconds since 1970: all processes share it. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Whether one process may be sending it now. A lease far beyond the longest was written by a wrong clock. */
export const isLeased = (leaseMs: number) =>
  `(request.lease > ${NOW} AND request.lease <= ${NOW} + ${2 * leaseMs})`;

/** Whether a repeat of it is not sent. */
export const IS_REPEAT = `COALESCE(abs(${NOW} - request.accepted) < ${SAME_QUOTE_MS}, false)`;

/**
 * Makes the tables where they are missing. Two processes that make them at once wait for each other. One text is one transaction,
 * behind PgBouncer, too. Times are by `NOW`, but `received` is the request's own.
 */
const SCHEMA = `BEGIN;
SET LOCAL lock_timeout = '800ms'; -- or each try would hold one more connection
SELECT pg_advisory_xact_lock(20261123);
CREATE TABLE IF NOT EXISTS request (
  id text PRIMARY KEY,
  place text NOT NULL, -- new, sent, dead; away: the folder of some machine has it
  received text NOT NULL,
  noted bigint NOT NULL, -- when the row was written
  version bigint NOT NULL DEFAULT 1,
  accepted bigint, -- for "not again within the hour"
  lease bigint NOT NULL, -- until then one process alone may send it; 0: none has it in hand
  entry text NOT NULL, -- its times and tries, as JSON
  stored text NOT NULL -- the request, as JSON; last, so that counting never reads it
);
CREATE INDEX IF NOT EXISTS request_place ON request (place, noted);
CREATE TABLE IF NOT EXISTS note (name text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL DEFAULT 0);
INSERT INTO note (name, value) VALUES ('probe', '') ON CONFLICT (name) DO UPDATE SET value = '';
COMMIT`;
