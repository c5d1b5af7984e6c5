import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { SCHEMA_VERSION, TABLES } from "~/quote/outbox/postgres/schema.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

/** Advisory lock for processes that start together: any number that no other program uses in this database. */
const LOCK = 20261123;

const DATABASE_STATE = `SELECT current_setting('server_encoding') AS encoding,
  to_regclass('quote_request') IS NULL AND to_regclass('quote_metadata') IS NULL AS "isNew"`;

/**
 * Creates the tables, in one transaction, if the database has neither. Returns whether it did. Call it only until it has
 * succeeded once: tables that disappear later are an error, which new ones would hide. `key`: of the folder whose quotes move
 * here, so that they keep their ids. `siteName`: the site that the database belongs to from now on.
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
    client.release(true); // Closes the connection, which ends a transaction that failed.
  }
}
