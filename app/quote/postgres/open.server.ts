import type { Log } from "~/log/log.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { connect } from "~/quote/postgres/connection.server";
import { openPostgresOutbox } from "~/quote/postgres/postgres-outbox.server";
import { makeTurn } from "~/quote/postgres/turn.server";

/**
 * Connects to PostgreSQL, and opens the outbox in it. The first process brings its folder's key for ids; while PostgreSQL is away
 * each has its own, so only repeats are not recognized then.
 *
 * @param folder the outbox of this machine
 */
export async function openPostgres(
  url: string,
  folder: Pick<Outbox, "idKey">,
  {
    log,
    keepSentDays,
    leaseMs = 0,
    leadsMs = 0,
    waitMs,
  }: { log: Log; keepSentDays: number; leaseMs?: number; leadsMs?: number; waitMs?: number },
) {
  const connection = await connect(url, log, waitMs);
  let key: Buffer | undefined;

  async function idKey(): Promise<Buffer> {
    const own = await folder.idKey();
    key ??= await agreeOn(own.toString("hex")).catch(() => undefined);
    return key ?? own;
  }

  async function agreeOn(own: string): Promise<Buffer> {
    await connection.query(
      "INSERT INTO note (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING",
      [own],
    );
    return Buffer.from((await outbox.readNote("key")) ?? own, "hex");
  }

  const outbox = openPostgresOutbox(connection, { leaseMs, keepSentDays, idKey });
  return {
    outbox,
    turn: makeTurn(connection, leadsMs),
    query: connection.query,
  };
}
