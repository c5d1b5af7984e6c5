import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/http/client-address.server";

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

/** `count` counts one request of an address, or returns which limit was reached. `mayHold` counts one held request. */
export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory. Loose, so that a family that asks twice gets
 * through, but no one place can fill the disk or the mailbox. A limiter that fails refuses nobody.
 */
export function makeRateLimit(max: number, windowS: number) {
  const limiter = (times: number) => new RateLimiterMemory({ points: max * times, duration: windowS });
  const limits = [
    { over: "address", limit: limiter(TIMES.address), keyOf: (address: string) => address },
    { over: "network", limit: limiter(TIMES.network), keyOf: networkOf },
    { over: "everybody", limit: limiter(TIMES.everybody), keyOf: () => "everybody" },
  ] as const;
  const held = limiter(TIMES.held);

  async function count(address: string) {
    for (const [i, { over, limit, keyOf }] of limits.entries()) {
      try {
        await limit.consume(keyOf(address));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) return undefined;
        // A refused request counts nowhere else.
        for (const counted of limits.slice(0, i)) await counted.limit.reward(counted.keyOf(address));
        return { retryAfterS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), over };
      }
    }
    return undefined;
  }

  const mayHold = () =>
    held.consume("held").then(
      () => true,
      () => false,
    );

  return { count, mayHold };
}
