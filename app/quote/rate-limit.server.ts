import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Valkey } from "~/server/valkey.server";

/** Counts one request of an address: 0, or after how many seconds the next may come. */
export type RateLimit = (address: string) => Promise<number>;

/** The count over all processes on one Valkey. `key` makes of an address what does not tell it. */
export type Shared = { valkey: Valkey; prefix: string; key: () => Promise<Buffer> };

/**
 * Counts requests by client address, in memory, or over all processes where these share a Valkey; while that is away
 * each counts for itself. Loose, for it must never turn away a family that asks twice: it is there so that one address
 * cannot fill the disk or the owner's mailbox.
 *
 * @param max how many one address may send within `windowS` seconds
 */
export function makeRateLimit(max: number, windowS: number, shared?: Shared): RateLimit {
  const limits = { points: max, duration: windowS };
  const own = new RateLimiterMemory(limits);
  const consume = shared ? overAll(shared, limits, own) : (address: string) => own.consume(address);
  return async (address) => {
    try {
      await consume(address);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
      throw refusal;
    }
  };
}

function overAll(
  { valkey, prefix, key }: Shared,
  limits: { points: number; duration: number },
  own: RateLimiterMemory,
) {
  const all = new RateLimiterRedis({ ...limits, storeClient: valkey.client, keyPrefix: `${prefix}:limit` });
  return async (address: string) => {
    try {
      const name = createHmac("sha256", await key())
        .update(`limit ${address}`)
        .digest("base64url");
      return await valkey.ask(() => all.consume(name));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return own.consume(address);
    }
  };
}
