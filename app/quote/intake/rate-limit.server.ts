import ipaddr from "ipaddr.js";
import { networkOf } from "~/http/client-address.server";

/** How many times an address's limit a network and all visitors together have. */
const LIMIT_FACTORS = { address: 1, network: 4, everybody: 40 };
/** How many windows ahead a request may take a place. */
const WINDOWS_AHEAD = 4;

export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory. Each window has so many places for each of them.
 * Loose, so that a family that asks twice gets through, but no single place can fill the disk or the mailbox. A request
 * that finds its window full may take a place in one of the next `WINDOWS_AHEAD` windows, and the first of a network in one more:
 * so a flood delays nobody outside its own network, and a few networks do not take all the places of the others.
 *
 * @param max places of one address
 * @param windowS length of a window, in seconds
 */
export function makeRateLimit(max: number, windowS: number) {
  /** Places used in this window and in those after it. */
  let used = new Map<string, number>();
  let windowStartMs = performance.now();
  setInterval(() => {
    used = new Map(
      [...used].flatMap(([key, count]) => (count > limitOf(key) ? [[key, count - limitOf(key)]] : [])),
    );
    windowStartMs = performance.now();
  }, windowS * 1000).unref();

  const kindOf = (key: string) => key.split(" ", 1)[0] as keyof typeof LIMIT_FACTORS;
  const limitOf = (key: string) => max * LIMIT_FACTORS[kindOf(key)];
  const usedOf = (key: string) => used.get(key) ?? 0;
  const keysOf = (address: string) => [
    ...(isShared(address) ? [] : [`address ${address}`]),
    `network ${networkOf(address)}`,
    "everybody",
  ];
  const take = (keys: string[]) => {
    for (const key of keys) used.set(key, usedOf(key) + 1);
  };
  const leftS = () => Math.max(1, Math.ceil(windowS - (performance.now() - windowStartMs) / 1000));

  return {
    /** Takes a place in this window. If there is none: which limit is reached, and the seconds left of the window. */
    count(address: string): { retryAfterS: number; over: keyof typeof LIMIT_FACTORS } | undefined {
      const keys = keysOf(address);
      const over = keys.find((key) => usedOf(key) >= limitOf(key));
      if (over) return { retryAfterS: leftS(), over: kindOf(over) };
      take(keys);
      return undefined;
    },
    /** Takes a place in a later window. Returns the seconds until then; undefined if those are full, too. */
    hold(address: string): number | undefined {
      const keys = keysOf(address);
      const windows = Math.max(...keys.map((key) => Math.floor(usedOf(key) / limitOf(key))));
      const isNew = usedOf(`network ${networkOf(address)}`) === 0;
      if (windows > (isNew ? WINDOWS_AHEAD + 1 : WINDOWS_AHEAD)) return undefined;
      take(keys);
      return leftS() + Math.max(0, windows - 1) * windowS;
    },
  };
}

/** Addresses of the operator's own network and of this machine: a proxy's that TRUSTED_PROXIES leaves out, most often. */
const PRIVATE = ["private", "uniqueLocal", "loopback", "linkLocal", "carrierGradeNat"];
const isShared = (address: string) => {
  const [ip = ""] = address.split("/");
  return ipaddr.isValid(ip) && PRIVATE.includes(ipaddr.process(ip).range());
};
