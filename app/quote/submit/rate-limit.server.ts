import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/http/client-address.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** How many keys a limiter remembers, about 800 bytes each. Beyond that it forgets the one used longest ago. */
const MAX_KEYS = 10_000;

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

/** `count` counts one request of an address, or returns which limit was reached. `mayHold` counts one held request. */
export type RateLimit = ReturnType<typeof makeRateLimit>;

/** The count over all processes on one Valkey. `key` hashes addresses, so that Valkey never holds one. */
type Shared = { valkey: Valkey; prefix: string; key: () => Promise<Buffer> };

/**
 * Counts requests by client address, by network and in all: in memory, or on a shared Valkey while that is up. Loose, so
 * that a family that asks twice gets through, but no one place can fill the disk or the mailbox. A limiter that fails
 * refuses nobody.
 */
export function makeRateLimit(max: number, windowS: number, shared?: Shared) {
  const limiter = (times: number) => makeLimiter({ points: max * times, duration: windowS }, shared);
  const limits = [
    { over: "address", use: limiter(TIMES.address), keyOf: (address: string) => address },
    { over: "network", use: limiter(TIMES.network), keyOf: networkOf },
    { over: "everybody", use: limiter(TIMES.everybody), keyOf: () => "everybody" },
  ] as const;
  const held = limiter(TIMES.held);

  async function count(address: string) {
    for (const [i, { over, use, keyOf }] of limits.entries()) {
      try {
        await use("consume", keyOf(address));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) return undefined;
        // A refused request counts nowhere else.
        for (const counted of limits.slice(0, i))
          await counted.use("reward", counted.keyOf(address)).catch(() => {});
        return { retryAfterS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), over };
      }
    }
    return undefined;
  }

  const mayHold = () =>
    held("consume", "held").then(
      () => true,
      (refused) => !(refused instanceof RateLimiterRes),
    );

  return { count, mayHold };
}

/** Makes the function that counts one for a key, or takes one back. Over the limit it throws a `RateLimiterRes`. */
function makeLimiter(limits: { points: number; duration: number }, shared: Shared | undefined) {
  const own = makeMemoryLimiter(limits);
  const storeClient = shared?.valkey.client;
  const all = shared && new RateLimiterRedis({ ...limits, storeClient, keyPrefix: `${shared.prefix}:limit` });

  return async (action: "consume" | "reward", key: string): Promise<RateLimiterRes> => {
    if (!shared || !all) return own(action, key);
    try {
      const hash = createHmac("sha256", await shared.key()).update(`limit ${key}`);
      const name = hash.digest("base64url");
      return await shared.valkey.ask(() => all[action](name, 1));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return own(action, key);
    }
  };
}

/** The library's own memory has no bound. */
function makeMemoryLimiter(limits: { points: number; duration: number }) {
  const limiter = new RateLimiterMemory(limits);
  /** The one used longest ago comes first. */
  const keys = new Set<string>();

  return (action: "consume" | "reward", key: string): Promise<RateLimiterRes> => {
    keys.delete(key);
    keys.add(key);
    if (keys.size > MAX_KEYS) {
      const [oldest = key] = keys;
      keys.delete(oldest);
      void limiter.delete(oldest);
    }
    return limiter[action](key, 1);
  };
}
