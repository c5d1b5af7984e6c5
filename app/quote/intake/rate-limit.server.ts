import { isPrivate, networkOf } from "~/http/client-address.server";

/** How many times an address's limit a network and all visitors together have. */
const TIMES = { address: 1, network: 4, everybody: 40 };
/** How many windows ahead a request may take a place. */
const AHEAD = 4;

export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory. Each window has so many places for each of them.
 * Loose, so that a family that asks twice gets through, but no single place can fill the disk or the mailbox. A request
 * that finds its window full may take a place in one of the next `AHEAD` windows, and the first of a network in one more:
 * so a flood delays nobody outside its own network, and a few networks do not take all the places of the others.
 *
 * @param max places of one address
 * @param windowS length of a window, in seconds
 */
export function makeRateLimit(max: number, windowS: number) {
  /** Places taken in this window and in those after it. */
  let taken = new Map<string, number>();
  let beganMs = performance.now();
  setInterval(() => {
    taken = new Map(
      [...taken].flatMap(([key, count]) => (count > limitOf(key) ? [[key, count - limitOf(key)]] : [])),
    );
    beganMs = performance.now();
  }, windowS * 1000).unref();

  const kindOf = (key: string) => key.split(" ", 1)[0] as keyof typeof TIMES;
  const limitOf = (key: string) => max * TIMES[kindOf(key)];
  const placesOf = (key: string) => taken.get(key) ?? 0;
  const keysOf = (address: string) => [
    ...(isPrivate(address) ? [] : [`address ${address}`]),
    `network ${networkOf(address)}`,
    "everybody",
  ];
  const take = (keys: string[]) => {
    for (const key of keys) taken.set(key, placesOf(key) + 1);
  };
  const leftS = () => Math.max(1, Math.ceil(windowS - (performance.now() - beganMs) / 1000));

  return {
    /** Takes a place in this window. If there is none: which limit is reached, and the seconds left of the window. */
    count(address: string): { retryAfterS: number; over: keyof typeof TIMES } | undefined {
      const keys = keysOf(address);
      const over = keys.find((key) => placesOf(key) >= limitOf(key));
      if (over) return { retryAfterS: leftS(), over: kindOf(over) };
      take(keys);
      return undefined;
    },
    /** Takes a place in a later window. Returns the seconds until then; undefined if those are full, too. */
    hold(address: string): number | undefined {
      const keys = keysOf(address);
      const windows = Math.max(...keys.map((key) => Math.floor(placesOf(key) / limitOf(key))));
      const isNew = placesOf(`network ${networkOf(address)}`) === 0;
      if (windows > (isNew ? AHEAD + 1 : AHEAD)) return undefined;
      take(keys);
      return leftS() + Math.max(0, windows - 1) * windowS;
    },
  };
}
