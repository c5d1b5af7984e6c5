import { isPrivate, networkOf } from "~/http/client-address.server";

/** The limits of an address, a network and all visitors together, as multiples of `max`. */
const LIMIT_FACTORS = { address: 1, network: 4, everybody: 40 };
/** How many windows ahead a request may be held. */
const WINDOWS_AHEAD = 4;

export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Fixed-window rate limit by client address, by network and in total, in memory. Loose enough for a family that submits twice,
 * but no single network can fill the disk or the mailbox. A request over the limit may use a slot of the next `WINDOWS_AHEAD`
 * windows, and the first of a network of one more: a flood delays only its own network, and a few networks cannot use all slots.
 * `max`: requests of one address per window. `windowS`: its length, in seconds.
 */
export function makeRateLimit(max: number, windowS: number) {
  /** By key: slots used in this window and in later ones. */
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
    ...(isPrivate(address) ? [] : [`address ${address}`]),
    `network ${networkOf(address)}`,
    "everybody",
  ];
  const take = (keys: string[]) => {
    for (const key of keys) used.set(key, usedOf(key) + 1);
  };
  const leftS = () => Math.max(1, Math.ceil(windowS - (performance.now() - windowStartMs) / 1000));

  return {
    /** Uses a slot of this window. If there is none, returns which limit is reached, and the seconds left in the window. */
    count(address: string): { retryAfterS: number; over: keyof typeof LIMIT_FACTORS } | undefined {
      const keys = keysOf(address);
      const over = keys.find((key) => usedOf(key) >= limitOf(key));
      if (over) return { retryAfterS: leftS(), over: kindOf(over) };
      take(keys);
      return undefined;
    },
    /** Uses a slot of a later window. Returns the seconds until then; undefined if those are full, too. */
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
