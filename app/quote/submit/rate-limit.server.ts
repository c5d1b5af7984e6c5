import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/http/client-address.server";

/** How many keys a limiter remembers, about 800 bytes each. Beyond that it forgets the one used longest ago. */
const MAX_KEYS = 10_000;

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

/** `count` counts one request of an address, or returns which limit was reached. `mayHold` counts one held request. */
export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory. Loose, so that a family that asks twice gets
 * through, but no one place can fill the disk or the mailbox. A limiter that fails refuses nobody.
 */
export function makeRateLimit(max: number, windowS: number) {
  const limiter = (times: number) => makeLimiter({ points: max * times, duration: windowS });
  const limits = [
    { over: "address", limit: limiter(TIMES.address), keyOf: (address: string) => address },
    { over: "network", limit: limiter(TIMES.network), keyOf: networkOf },
    { over: "everybody", limit: limiter(TIMES.everybody), keyOf: () => "everybody" },
  ] as const;
  const held = limiter(TIMES.held);

  async function count(address: string) {
    for (const [i, { over, limit, keyOf }] of limits.entries()) {
      try {
        await limit("consume", keyOf(address));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) return undefined;
        // A refused request counts nowhere else.
        for (const counted of limits.slice(0, i)) await counted.limit("reward", counted.keyOf(address));
        return { retryAfterS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), over };
      }
    }
    return undefined;
  }

  const mayHold = () =>
    held("consume", "held").then(
      () => true,
      () => false,
    );

  return { count, mayHold };
}

/**
 * Makes the function that counts one for a key, or takes one back. Over the limit it throws a `RateLimiterRes`. The
 * library's own memory has no bound.
 */
function makeLimiter(limits: { points: number; duration: number }) {
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
