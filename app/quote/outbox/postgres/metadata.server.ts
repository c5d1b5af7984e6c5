import type { RedeliveryLock } from "~/quote/outbox/outbox.server";
import type { Connection } from "~/quote/outbox/postgres/connection.server";
import { NOW } from "~/quote/outbox/postgres/schema.server";

/**
 * What processes share besides quotes: named texts and the redelivery lock. `lockMs`: its lifetime, longer than the time between
 * two polls. Leases, not this lock, ensure that only one process sends a quote.
 */
export function makeMetadata({ read, write }: Connection, holder: string, lockMs: number) {
  async function readMetadata(name: string) {
    const [row] = await read<{ value: string }>("SELECT value FROM quote_metadata WHERE name = $1", [name]);
    return row?.value;
  }

  async function writeMetadata(name: string, value: string): Promise<void> {
    const sql =
      "INSERT INTO quote_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    await write(sql, [name, value]);
  }

  /** A process that died or is frozen loses the lock when it expires. */
  const redeliveryLock: RedeliveryLock = {
    async acquire(): Promise<boolean> {
      const until = `${NOW} + ${lockMs}`;
      const taken = await write(
        `INSERT INTO quote_metadata (name, value, until) VALUES ('worker', $1, ${until})
          ON CONFLICT (name) DO UPDATE SET value = $1, until = ${until}
          WHERE quote_metadata.value = $1 OR quote_metadata.until <= ${NOW} OR quote_metadata.until > ${NOW} + ${2 * lockMs}
          RETURNING name`,
        [holder],
      );
      return taken.length > 0;
    },
    async release(): Promise<void> {
      await write("DELETE FROM quote_metadata WHERE name = 'worker' AND value = $1", [holder]).catch(
        () => {},
      );
    },
  };

  return { readMetadata, writeMetadata, redeliveryLock };
}
