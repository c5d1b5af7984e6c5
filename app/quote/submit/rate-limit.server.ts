import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/http/client-address.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

type LimitReached = { retryAfterS: number; over: "address" | "network" | "everybody" };
export type RateLimit = {
  /** Counts one request of an address, or returns which limit was reached. */
  count: (address: string) => Promise<LimitReached | undefined>;
  /** Counts one held request. Returns whether it may be held. */
  mayHold: () => Promise<boolean>;
};

/** The count over all processes on one Valkey. `key` hashes addresses, so that Valkey never holds one. */
export type Shared = { valkey: Valkey; prefix: string; key: () => Promise<Buffer> };

/**
 * Counts requests by client address, by network and in all: in memory, or on a shared Valkey while that is up. Loose, so
 * that a family that asks twice gets through, but no one place can fill the disk or the mailbox. A limiter that fails
 * refuses nobody.
 */
export function makeRateLimit(max: number, windowS: number, shared?: Shared): RateLimit {
  const limiter = (times: number) => makeLimiter({ points: max * times, duration: windowS }, shared);
  const limits = [
    { over: "address", limiter: limiter(TIMES.address), keyOf: (address: string) => address },
    { over: "network", limiter: limiter(TIMES.network), keyOf: networkOf },
    { over: "everybody", limiter: limiter(TIMES.everybody), keyOf: () => "everybody" },
  ] as const;
  const held = limiter(TIMES.held);

  async function count(address: string): Promise<LimitReached | undefined> {
    try {
      for (const [i, { over, limiter, keyOf }] of limits.entries()) {
        const waitMs = await limiter.consume(keyOf(address));
        if (waitMs === 0) continue;
        // A refused request counts nowhere else.
        for (const counted of limits.slice(0, i)) await counted.limiter.giveBack(counted.keyOf(address));
        return { retryAfterS: Math.ceil(waitMs / 1000), over };
      }
    } catch {
      // See above.
    }
    return undefined;
  }

  return { count, mayHold: async () => (await held.consume("held").catch(() => 0)) === 0 };
}

/** One limit. `consume` counts, and returns 0 or in how many milliseconds the next request may come. */
function makeLimiter(limits: { points: number; duration: number }, shared: Shared | undefined) {
  const own = new RateLimiterMemory(limits);
  const all =
    shared &&
    new RateLimiterRedis({
      ...limits,
      storeClient: shared.valkey.client,
      keyPrefix: `${shared.prefix}:limit`,
    });

  async function use(action: "consume" | "reward", key: string): Promise<RateLimiterRes> {
    if (!shared || !all) return own[action](key, 1);
    try {
      const name = createHmac("sha256", await shared.key())
        .update(`limit ${key}`)
        .digest("base64url");
      return await shared.valkey.ask(() => all[action](name, 1));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return own[action](key, 1);
    }
  }

  return {
    consume: (key: string): Promise<number> =>
      use("consume", key).then(
        () => 0,
        (refused) => {
          if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
          throw refused;
        },
      ),
    giveBack: (key: string) => use("reward", key),
  };
}
