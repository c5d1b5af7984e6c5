import { randomBytes } from "node:crypto";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { type Connection, Unavailable } from "~/quote/postgres/connection.server";
import { NOW } from "~/quote/postgres/schema.server";

/**
 * Lets one of all processes on a database redeliver. A process that died or is frozen loses it.
 *
 * @param leadsMs longer than the time between two looks. That one process alone sends a request does not rest on it.
 */
export function makeTurn(
  { query, isSettled }: Pick<Connection, "query" | "isSettled">,
  leadsMs: number,
): LeaderLock {
  const holder = randomBytes(8).toString("hex");
  return {
    async acquire(): Promise<boolean> {
      if (!isSettled()) return false;
      const taken = await query(
        `INSERT INTO note (name, value, until) VALUES ('leader', $1, ${NOW} + ${leadsMs})
          ON CONFLICT (name) DO UPDATE SET value = $1, until = ${NOW} + ${leadsMs}
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
}
