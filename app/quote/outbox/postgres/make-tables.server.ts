import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { SCHEMA_VERSION, TABLES } from "~/quote/outbox/postgres/schema.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

/** Two processes that start at once wait for each other. Any number that no other program of the database uses. */
const LOCK = 20261123;

const DATABASE_STATE = `SELECT current_setting('server_encoding') AS encoding,
  to_regclass('quote_request') IS NULL AND to_regclass('quote_metadata') IS NULL AS "isNew"`;

/**
 * Makes the tables in a database that has none, in one transaction, and otherwise only looks. Called once, at the start: a
 * table that is gone later is missing, and a new one would hide that.
 *
 * @param key of an outbox that comes here from a folder: with it requests keep their ids
 * @param siteName the database belongs to this site from now on
 * @returns whether it made them
 */
export async function makeTables(pool: Pool, key: Buffer | undefined, siteName?: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    const readState = async () =>
      (await client.query<{ encoding: string; isNew: boolean }>(DATABASE_STATE)).rows[0];
    const found = await readState();
    if (found && found.encoding !== "UTF8") throw new Unavailable("EENCODING");
    if (!found?.isNew) return false;
    await client.query(`BEGIN; SET LOCAL lock_timeout = 5000; SELECT pg_advisory_xact_lock(${LOCK})`);
    const isNew = (await readState())?.isNew === true;
    if (isNew) {
      await client.query(TABLES);
      const values = { schema: SCHEMA_VERSION, key: (key ?? randomBytes(32)).toString("hex"), probe: "" };
      for (const [name, value] of Object.entries(siteName ? { ...values, site: siteName } : values))
        await client.query("INSERT INTO quote_metadata (name, value) VALUES ($1, $2)", [name, value]);
    }
    await client.query("COMMIT");
    return isNew;
  } finally {
    client.release(true); // Whatever happened, nothing of it stays open.
  }
}
