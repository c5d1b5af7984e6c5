import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Counts requests by client address, in memory. Loose, for it must never turn away a family that asks twice: it is
 * there so that one address cannot fill the disk or the owner's mailbox.
 *
 * @param max how many one address may send within `windowS` seconds
 * @returns a function that counts one request and answers 0, or after how many seconds the next may come
 */
export function makeRateLimit(max: number, windowS: number) {
  const limiter = new RateLimiterMemory({ points: max, duration: windowS });
  return async (address: string): Promise<number> => {
    try {
      await limiter.consume(address);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
      throw refusal;
    }
  };
}
