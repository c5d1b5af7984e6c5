import { randomBytes } from "node:crypto";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** Takes or renews. A Valkey that refuses writes refuses this, too, so nothing is sent from it that it could not note. */
const ACQUIRE = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Lets go, unless another process has it by now. */
export const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

/** Lets one of all processes on Valkey redeliver. If it dies or freezes, another takes over after `leaseMs`. */
export function makeValkeyLock(valkey: Valkey, name: string, leaseMs: number): LeaderLock {
  const me = randomBytes(8).toString("hex");
  return {
    acquire: async () => {
      await valkey.settled;
      return (
        valkey.isUp() && (await valkey.ask((client) => client.eval(ACQUIRE, 1, name, me, leaseMs))) === 1
      );
    },
    release: async () => {
      await valkey.ask((client) => client.eval(RELEASE, 1, name, me)).catch(() => {});
    },
  };
}
