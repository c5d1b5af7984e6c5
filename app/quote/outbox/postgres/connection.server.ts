import type { Pool, QueryResult, QueryResultRow } from "pg";
import { errorCode } from "~/log/error-code";
import { checkIdentity, IDENTITY, type Identity } from "~/quote/outbox/postgres/schema.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

const WAIT_MS = 1_000;
/** For a statement that nobody waits for. */
export const LONG_MS = 30_000;
const RETRY_MS = 2_000;
/** Errors about the data, not about PostgreSQL itself. */
const OF_DATA = /^2[23]/;
/** Two transactions collided: the second one is repeated. Usual where the database's default isolation is SERIALIZABLE. */
const COLLISION = /^40(?:001|P01)$/;
const MAX_ATTEMPTS = 5;

export type Query = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  waitMs?: number,
) => Promise<Row[]>;

export type Connection = ReturnType<typeof makeConnection>;

/** Loads `pg` and makes a pool. It connects at the first use. `url` may hold a password, so it is never logged. */
export async function makePool(url: string, waitMs = WAIT_MS): Promise<Pool> {
  const { default: pg } = await import("pg");
  const INT8 = 20; // A time in milliseconds.
  pg.types.setTypeParser(INT8, Number);
  const limits = { max: 8, connectionTimeoutMillis: waitMs, query_timeout: waitMs, allowExitOnIdle: true };
  const pool = new pg.Pool({ connectionString: url, ...limits });
  // A connection broke. Its statement says so, or the next one; unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

/**
 * Reads and writes. While PostgreSQL is away each call fails at once with `Unavailable`, and every two seconds it is tried again. What
 * is there then must be the same database as before.
 *
 * @param siteName the site that the database must belong to, if it is known
 * @param waitMs how long each statement may take, in milliseconds
 */
export function makeConnection(pool: Pool, siteName?: string, waitMs = WAIT_MS) {
  let unavailable: Unavailable | undefined;
  let known: Identity | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Turns what `pg` threw into what callers get, and from now on PostgreSQL is away. */
  function markUnavailable(error: unknown): unknown {
    if (OF_DATA.test(errorCode(error))) return error;
    unavailable = Unavailable.from(error);
    clearTimeout(timer);
    timer = setTimeout(reconnect, RETRY_MS).unref();
    return unavailable;
  }

  async function reconnect(): Promise<void> {
    await transaction(async () => []).then(() => (unavailable = undefined), markUnavailable);
  }

  /**
   * Runs statements in one transaction, in the database that was found first. PostgreSQL itself ends one that takes too long: nothing is
   * written after a caller has given up, except by a COMMIT whose reply is lost.
   */
  async function transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
    try {
      const begin = `BEGIN; SET LOCAL statement_timeout = ${waitMs}; ${IDENTITY}`;
      const [, , found] = (await client.query(begin)) as unknown as QueryResult[];
      known = checkIdentity(found?.rows ?? [], { ...known, siteName });
      const result = await work(query);
      await query("COMMIT");
      client.release();
      return result;
    } catch (error) {
      // What the server itself reports leaves the connection usable.
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
      // The types do not know the time limit of one query.
      const query = { text: sql, values: [...values], query_timeout };
      return (await pool.query(query)).rows;
    } catch (error) {
      throw markUnavailable(error);
    }
  };

  return {
    read,
    write,
    /** Looks for the first time. Throws what is wrong, and tries again from then on. */
    open: async () => {
      await reconnect();
      if (unavailable) throw unavailable;
    },
    key: () => known?.key,
  };
}
