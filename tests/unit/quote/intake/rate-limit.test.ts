import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeRateLimit } from "~/quote/intake/rate-limit.server";

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

type From = (number: number) => string;
const here: From = () => "192.0.2.1";
const everywhere: From = (number) => `198.${number >> 8}.${number & 255}.1`;

/** Asks for so many places: how many are in this window, and the seconds until those in later ones. */
function ask(count: number, from: From, limit = makeRateLimit(2, 60)) {
  const over = Array.from({ length: count }, (_, number) => from(number)).filter((one) => limit.count(one));
  const waits = over.map((address) => limit.hold(address));
  return { now: count - over.length, later: waits.filter((seconds) => seconds !== undefined) };
}

it("rate limit: says how long to wait when an address has no place left, and gives places again", () => {
  const { count } = makeRateLimit(2, 60);
  expect([count("192.0.2.1"), count("192.0.2.1")]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(20_000);
  expect(count("192.0.2.1")).toEqual({ retryAfterS: 40, over: "address" });
  expect(count("192.0.2.2")).toBeUndefined();
  vi.advanceTimersByTime(40_000);
  expect(count("192.0.2.1")).toBeUndefined();
});

it.each<[string, From, number, number?]>([
  ["one address", here, 2],
  ["one /64", () => "2001:db8:1:2::/64", 2],
  ["one private address, which many visitors share", () => "172.18.0.1", 8],
  ["a /24, as behind a spoofed header", (number) => `192.0.2.${number % 250}`, 8],
  ["a /48 that uses another /64 each time", (number) => `2001:db8:1:${number.toString(16)}::/64`, 8],
  // The first of each network may wait a window longer.
  ["everywhere", everywhere, 80, 400],
])("rate limit: %s gets its limit now, four times as many later", (_, from, limit, more = 4 * limit) => {
  const { now, later } = ask(1_000, from);
  expect(now).toBe(limit);
  expect(later).toHaveLength(more);
});

it("rate limit: one address takes no more than its share from its network and from everybody", () => {
  const limit = makeRateLimit(2, 60);
  ask(300, here, limit);
  expect(ask(10, (number) => `192.0.2.${number + 2}`, limit)).toMatchObject({
    now: 0,
    later: { length: 10 },
  });
  expect(ask(10, everywhere, limit).now).toBe(10);
});

describe("rate limit: a place in a later window", () => {
  it("it is a window later for each limit that is taken before it", () => {
    expect(ask(10, here).later).toEqual([60, 60, 120, 120, 180, 180, 240, 240]);
  });

  it("it is taken from that window", () => {
    const limit = makeRateLimit(2, 60);
    ask(5, here, limit);
    vi.advanceTimersByTime(60_000);
    expect(ask(1, here, limit)).toEqual({ now: 0, later: [60] });
    vi.advanceTimersByTime(60_000);
    expect(ask(2, here, limit)).toEqual({ now: 0, later: [60, 60] });
    vi.advanceTimersByTime(180_000);
    expect(ask(2, here, limit).now).toBe(2);
  });

  it("it is the next one for a network that has none, whoever floods the site", () => {
    const limit = makeRateLimit(2, 60);
    for (let network = 0; network < 10; network++) ask(100, () => `203.0.${network}.1`, limit);
    expect(ask(1, here, limit)).toEqual({ now: 0, later: [60] });
  });
});
