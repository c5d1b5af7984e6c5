import { acceptedBy, formatStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { all, type Keys } from "~/quote/valkey/keys.server";
import { formatEntry } from "~/quote/valkey/valkey-index.server";

/** Puts back a waiting request, unless Valkey still has it or knows that it is done. */
const RESTORE = `
if redis.call('exists', KEYS[1]) == 1 or redis.call('hexists', KEYS[5], ARGV[1]) == 1 then return 0 end
local has = redis.call('hexists', KEYS[2], ARGV[1])
if has == 1 and redis.call('hexists', KEYS[3], ARGV[1]) == 1 then return 0 end
redis.call('hsetnx', KEYS[2], ARGV[1], ARGV[2])
redis.call('hset', KEYS[3], ARGV[1], has == 1 and '' or ARGV[3])
if ARGV[4] ~= '' then redis.call('zadd', KEYS[4], ARGV[4], ARGV[1]) else redis.call('sadd', KEYS[6], ARGV[1]) end
return 1`;

/** Given up requests count as waiting: the operator decides. `gone`: Valkey forgot it, or a part of it. */
type KeptState = "waits" | "done" | "gone";

/** Makes the functions that compare copies of requests with Valkey, and put back what it forgot. */
export function makeRestore(valkey: Valkey, keys: Keys) {
  /** What Valkey knows of each request. A full Valkey that deletes keys may forget a part of it. */
  async function states(ids: readonly string[]): Promise<KeptState[]> {
    const results = await valkey.ask((client) => {
      const calls = client.pipeline();
      for (const id of ids) for (const name of [keys.new, keys.index, keys.dead]) calls.hexists(name, id);
      for (const id of ids) calls.exists(keys.done(id));
      return all(calls);
    });
    return ids.map((_, i) => {
      const [isNew, isListed, isDead] = results.slice(3 * i);
      if ((isNew && isListed) || isDead) return "waits";
      return results[3 * ids.length + i] ? "done" : "gone";
    });
  }

  /** Puts back what Valkey forgot; what it still has is newer. Returns false if another process was faster. */
  async function restore(copy: StoredRequest): Promise<boolean> {
    const { id } = copy;
    const text = formatStoredRequest(copy);
    const names = [keys.done(id), keys.new, keys.index, keys.received, keys.dead, keys.partial];
    const since = acceptedBy(copy).length > 0 ? "" : Date.parse(copy.receivedAt);
    const restored = await valkey.ask<unknown>((client) =>
      client.eval(RESTORE, names.length, ...names, id, text, formatEntry(copy), since),
    );
    return restored === 1;
  }

  return { states, restore };
}
