import { expect, it, onTestFinished, vi } from "vitest";
import { makeRateLimit } from "~/quote/submit/submit.server";

/** How many of so many requests, each of the address that `from` names, are let through. */
function letThrough(count: number, from: (number: number) => string, limit = makeRateLimit(2, 60)): number {
  return Array.from({ length: count }, (_, number) => limit.count(from(number))).filter((over) => !over)
    .length;
}

it("lets so many through for each address, then says how long to wait, then lets through again", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { count } = makeRateLimit(2, 60);
  expect([count("192.0.2.1"), count("192.0.2.1")]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(20_000);
  expect(count("192.0.2.1")).toEqual({ retryAfterS: 40, over: "address" });
  expect(count("192.0.2.2")).toBeUndefined();
  vi.advanceTimersByTime(40_000);
  expect(count("192.0.2.1")).toBeUndefined();
});

it.each([
  ["one address", () => "192.0.2.1", 2],
  ["one /64", () => "2001:db8:1:2::/64", 2],
  ["a /24, as behind a spoofed header", (number: number) => `192.0.2.${number % 250}`, 8],
  ["a /48 that uses another /64 each time", (number: number) => `2001:db8:1:${number.toString(16)}::/64`, 8],
  ["everywhere", (number: number) => `10.${number >> 8}.${number & 255}.1`, 80],
])("of 500 requests from %s %#: as many as the limit for it", (_name, from, expected) => {
  expect(letThrough(500, from)).toBe(expected);
});

it("many from one address take no more than its share from its network and from everybody", () => {
  const limit = makeRateLimit(2, 60);
  letThrough(300, () => "192.0.2.1", limit);
  expect(letThrough(10, (number) => `192.0.2.${number + 2}`, limit)).toBe(6);
  expect(letThrough(10, (number) => `198.51.${number}.1`, limit)).toBe(10);
});

it("lets twenty times the limit of one address be held for later, over everybody", () => {
  const { mayHold } = makeRateLimit(2, 60);
  expect(Array.from({ length: 100 }, mayHold).filter(Boolean)).toHaveLength(40);
});
