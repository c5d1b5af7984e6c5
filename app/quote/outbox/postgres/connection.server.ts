import type { Pool, QueryResult, QueryResultRow } from "pg";
import { errorCode } from "~/log/error-code";
import { checkIdentity, IDENTITY, type Identity } from "~/quote/outbox/postgres/schema.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

const WAIT_MS = 1_000;
/** For statements that no visitor waits for. */
export const LONG_MS = 30_000;
const RETRY_MS = 2_000;
/** SQLSTATE classes of errors in the data, not of PostgreSQL itself. */
const OF_DATA = /^2[23]/;
/** Serialization failure or deadlock: repeat the transaction. */
const COLLISION = /^40(?:001|P01)$/;
const MAX_ATTEMPTS = 5;

export type Query = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  waitMs?: number,
) => Promise<Row[]>;

export type Connection = ReturnType<typeof makeConnection>;

/** Loads `pg` and makes a pool, which connects on first use. Never log `url`: it may contain a password. */
export async function makePool(url: string, waitMs = WAIT_MS): Promise<Pool> {
  const { default: pg } = await import("pg");
  const INT8 = 20; // Only times in milliseconds and counts, which fit a double.
  pg.types.setTypeParser(INT8, Number);
  const limits = { max: 8, connectionTimeoutMillis: waitMs, query_timeout: waitMs, allowExitOnIdle: true };
  const pool = new pg.Pool({ connectionString: url, ...limits });
  // The statement in progress, or the next one, reports a broken connection. Without a listener the event ends the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

/**
 * Runs statements. Once one has failed, each call throws `Unavailable` immediately, until a check every two seconds finds the
 * same database as before, of the site `siteName` if that is known. `waitMs`: time limit of a statement, in milliseconds.
 * `prepare` runs before these checks until it has succeeded once.
 */
export function makeConnection(
  pool: Pool,
  siteName?: string,
  waitMs = WAIT_MS,
  prepare?: () => Promise<void>,
) {
  let isPrepared = false;
  let unavailable: Unavailable | undefined;
  let known: Identity | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the error to throw, and schedules the next check. Errors in the data are returned as they are. */
  function markUnavailable(error: unknown): unknown {
    if (OF_DATA.test(errorCode(error))) return error;
    unavailable = Unavailable.from(error);
    clearTimeout(timer);
    timer = setTimeout(reconnect, RETRY_MS).unref();
    return unavailable;
  }

  async function reconnect(): Promise<void> {
    try {
      if (!isPrepared) await prepare?.();
      isPrepared = true;
      await transaction(async () => []);
      unavailable = undefined;
    } catch (error) {
      markUnavailable(error);
    }
  }

  /**
   * Runs statements in one transaction, after checking that this is still the first database. `statement_timeout` makes the
   * server cancel what takes too long, so nothing is written after a caller has given up, unless the reply to COMMIT is lost.
   * `idle_in_transaction_session_timeout` frees the rows for other sites if this one freezes before COMMIT.
   */
  async function transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
    try {
      // Each statement decides by itself. Where the default is SERIALIZABLE, many at once would fail.
      const limits = `SET LOCAL statement_timeout = ${waitMs}; SET LOCAL idle_in_transaction_session_timeout = ${2 * waitMs}`;
      const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; ${limits}; ${IDENTITY}`;
      const [, , , found] = (await client.query(begin)) as unknown as QueryResult[];
      // Later the key says it: the operator may rename the site while it runs.
      known ??= checkIdentity(found?.rows ?? [], { siteName });
      checkIdentity(found?.rows ?? [], { key: known.key });
      const result = await work(query);
      await query("COMMIT");
      client.release();
      return result;
    } catch (error) {
      // After an error that the server itself reported, the connection is usable.
      if (error instanceof Error && "severity" in error)
        await client.query("ROLLBACK").then(() => client.release(), client.release);
      else client.release(true);
      throw error;
    }
  }

  const write: Query = async (sql, values) => {
    for (let attempts = 1; ; attempts++) {
      if (unavailable) throw unavailable;
      try {
        return await transaction((query) => query(sql, values));
      } catch (error) {
        if (!COLLISION.test(errorCode(error)) || attempts === MAX_ATTEMPTS) throw markUnavailable(error);
      }
    }
  };

  const read: Query = async (sql, values = [], query_timeout = waitMs) => {
    if (unavailable) throw unavailable;
    try {
      // In a variable, because the types of `pg` lack `query_timeout`.
      const query = { text: sql, values: [...values], query_timeout };
      return (await pool.query(query)).rows;
    } catch (error) {
      throw markUnavailable(error);
    }
  };

  return {
    read,
    write,
    /** Connects and checks the database. Throws `Unavailable`, and then keeps trying. */
    open: async () => {
      await reconnect();
      if (unavailable) throw unavailable;
    },
    key: () => known?.key,
  };
}
