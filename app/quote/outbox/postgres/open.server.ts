import { randomBytes } from "node:crypto";
import type { Log } from "~/log/log.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { makeConnection, makePool } from "~/quote/outbox/postgres/connection.server";
import { makeTables } from "~/quote/outbox/postgres/make-tables.server";
import { makeMetadata } from "~/quote/outbox/postgres/metadata.server";
import { makePostgresStore } from "~/quote/outbox/postgres/store.server";
import { CREATED, findTroubles } from "~/quote/outbox/postgres/troubles.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

/** Errors that no retry can resolve, so the site does not start. */
const FATAL_CODES = ["EENCODING", "EOTHERSITE", "ESCHEMA"];

type Options = {
  log: Log;
  keepSentDays: number;
  /** The host of SITE_URL, if set. A database belongs to one site. */
  siteName?: string;
  /** See `makePostgresStore`, `makeMetadata` and `makeConnection`. */
  leaseMs: number;
  lockMs: number;
  waitMs?: number;
  /** Reads the key of the folder whose quotes move here. Without this function, missing tables are not created. */
  formerKey?: () => Promise<Buffer | undefined>;
};

/**
 * Opens the outbox in PostgreSQL at DATABASE_URL. While the server cannot be used, operations throw `Unavailable`; it is used
 * once it is back. Throws `Unavailable` with one of `FATAL_CODES`.
 */
export async function openPostgres(url: string, options: Options) {
  const { log, keepSentDays, siteName, leaseMs, lockMs, waitMs, formerKey } = options;
  const pool = await makePool(url, waitMs);
  let createdAt: string | undefined;
  const prepare = async () => {
    if (!formerKey || !(await makeTables(pool, await formerKey(), siteName))) return;
    createdAt = new Date().toISOString();
    log("warn", "outbox.created", { place: "PostgreSQL", advice: CREATED });
  };
  const connection = makeConnection(pool, siteName, waitMs, prepare);
  try {
    await connection.open();
  } catch (error) {
    const { code } = Unavailable.from(error);
    if (FATAL_CODES.includes(code)) throw error;
  }

  const holder = randomBytes(8).toString("hex");
  const { redeliveryLock, ...metadata } = makeMetadata(connection, holder, lockMs);
  const store = makePostgresStore(connection, { holder, leaseMs, keepSentDays });

  async function idKey(): Promise<Buffer> {
    if (!connection.key()) await store.probe();
    return Buffer.from(connection.key() ?? "", "hex");
  }

  return {
    outbox: {
      ...{ ...store, ...metadata, idKey },
      troubles: () => findTroubles(connection, store.probe, url, createdAt),
    } satisfies Outbox,
    write: connection.write,
    redeliveryLock,
  };
}
