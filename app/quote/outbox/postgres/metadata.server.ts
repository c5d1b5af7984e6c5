import { randomBytes } from "node:crypto";
import type { RedeliveryLock } from "~/quote/outbox/outbox.server";
import { type Connection, NOW, Unavailable } from "~/quote/outbox/postgres/connection.server";

/**
 * Makes the functions for what all processes on a database share besides requests: texts by name, and who redelivers.
 *
 * @param leadsMs longer than the time between two looks. That one process alone sends a request does not rest on it.
 */
export function makeMetadata({ query, isSettled }: Pick<Connection, "query" | "isSettled">, leadsMs: number) {
  const holder = randomBytes(8).toString("hex");

  async function readMetadata(name: string): Promise<string | undefined> {
    const [row] = await query<{ value: string }>("SELECT value FROM note WHERE name = $1", [name]);
    return row?.value;
  }

  async function writeMetadata(name: string, value: string): Promise<void> {
    const sql = "INSERT INTO note (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    await query(sql, [name, value]);
  }

  /** Writes a note unless it exists. Returns the stored one, and whether it is new. */
  async function getOrInsert(name: string, value: string): Promise<{ value: string; isNew: boolean }> {
    const sql = "INSERT INTO note (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name";
    const isNew = (await query(sql, [name, value])).length > 0;
    return { value: (await readMetadata(name)) ?? value, isNew };
  }

  /** Lets one of all processes redeliver. A process that died or is frozen loses it. */
  const redeliveryLock: RedeliveryLock = {
    async acquire(): Promise<boolean> {
      if (!isSettled()) return false;
      const until = `${NOW} + ${leadsMs}`;
      const taken = await query(
        `INSERT INTO note (name, value, until) VALUES ('leader', $1, ${until})
          ON CONFLICT (name) DO UPDATE SET value = $1, until = ${until}
          WHERE note.value = $1 OR note.until <= ${NOW} OR note.until > ${NOW} + ${2 * leadsMs} RETURNING name`,
        [holder],
      ).catch((error) => {
        if (error instanceof Unavailable) return [];
        throw error;
      });
      return taken.length > 0;
    },
    async release(): Promise<void> {
      await query("DELETE FROM note WHERE name = 'leader' AND value = $1", [holder]).catch(() => {});
    },
  };

  return { readMetadata, writeMetadata, getOrInsert, redeliveryLock };
}
