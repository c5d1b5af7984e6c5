import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/http/client-address.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** How many times the limit of one address its network may send, all visitors together, and how much is held. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

/** Which limit was reached, and after how many seconds the next request may come. */
export type LimitReached = { retryAfterS: number; over: "address" | "network" | "everybody" };

export type RateLimit = {
  /** Counts one request of an address, unless a limit is reached. */
  count: (address: string) => Promise<LimitReached | undefined>;
  /** Whether one more request over the limit may be held for later; it is counted. */
  mayHold: () => Promise<boolean>;
};

/** The count over all processes on one Valkey. `key` makes of an address what does not tell it. */
export type Shared = { valkey: Valkey; prefix: string; key: () => Promise<Buffer> };

/**
 * Counts requests by client address, by its network and in all; in memory, or over all processes where these share a
 * Valkey. While that is away each process counts for itself. Loose, so that it never turns away a family that asks
 * twice: no one place can fill the disk or the owner's mailbox, nor can one that uses ever new addresses. A limiter that
 * fails refuses nobody.
 *
 * @param max how many one address may send within `windowS` seconds
 */
export function makeRateLimit(max: number, windowS: number, shared?: Shared): RateLimit {
  const limiter = (times: number) => makeLimiter({ points: max * times, duration: windowS }, shared);
  const address = limiter(TIMES.address);
  const network = limiter(TIMES.network);
  const everybody = limiter(TIMES.everybody);
  const held = limiter(TIMES.held);

  async function count(from: string): Promise<LimitReached | undefined> {
    try {
      const counts = [
        { over: "address", limiter: address, key: from },
        { over: "network", limiter: network, key: networkOf(from) },
        { over: "everybody", limiter: everybody, key: "everybody" },
      ] as const;
      // First a look at all, so that what is refused counts nowhere.
      const waits = await Promise.all(counts.map(({ limiter, key }) => limiter.waitMs(key)));
      const longest = Math.max(...waits);
      const reached = counts[waits.indexOf(longest)];
      if (reached && longest > 0) return refusal(reached.over, longest);
      // One after the other: of many at once, those over the limit of their address are not counted for the others.
      for (const { over, limiter, key } of counts) {
        const waitMs = await limiter.consume(key);
        if (waitMs > 0) return refusal(over, waitMs);
      }
    } catch {
      // See above.
    }
    return undefined;
  }

  return { count, mayHold: async () => (await held.consume("held").catch(() => 0)) === 0 };
}

const refusal = (over: LimitReached["over"], ms: number): LimitReached => ({
  retryAfterS: Math.ceil(ms / 1000),
  over,
});

/** One limit. `waitMs` looks and `consume` counts; both give 0, or in how many milliseconds it is free again. */
function makeLimiter(limits: { points: number; duration: number }, shared: Shared | undefined) {
  const own = new RateLimiterMemory(limits);
  const all =
    shared &&
    new RateLimiterRedis({
      ...limits,
      storeClient: shared.valkey.client,
      keyPrefix: `${shared.prefix}:limit`,
    });

  async function use(action: "get" | "consume", key: string): Promise<RateLimiterRes | null> {
    if (!shared || !all) return own[action](key);
    try {
      const name = createHmac("sha256", await shared.key())
        .update(`limit ${key}`)
        .digest("base64url");
      return await shared.valkey.ask(() => all[action](name));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return own[action](key);
    }
  }

  return {
    waitMs: async (key: string) => {
      const seen = await use("get", key);
      return seen && seen.remainingPoints <= 0 ? seen.msBeforeNext : 0;
    },
    consume: async (key: string) => {
      try {
        await use("consume", key);
        return 0;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
        throw refused;
      }
    },
  };
}
