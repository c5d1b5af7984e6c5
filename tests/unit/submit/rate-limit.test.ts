import { expect, it, onTestFinished, vi } from "vitest";
import { makeRateLimit } from "~/quote/submit/rate-limit.server";

/** How many of so many requests, each of the address that `from` names, are let through. */
async function letThrough(
  count: number,
  from: (number: number) => string,
  limit = makeRateLimit(2, 60),
): Promise<number> {
  let through = 0;
  for (let number = 0; number < count; number++) if (!(await limit.count(from(number)))) through++;
  return through;
}

it("lets so many through for each address, then says how long to wait, then lets through again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { count } = makeRateLimit(2, 1);
  expect([await count("192.0.2.1"), await count("192.0.2.1")]).toEqual([undefined, undefined]);
  expect(await count("192.0.2.1")).toEqual({ retryAfterS: 1, over: "address" });
  expect(await count("192.0.2.2")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_050);
  expect(await count("192.0.2.1")).toBeUndefined();
});

it.each([
  ["one address", () => "192.0.2.1", 2],
  ["one /64", () => "2001:db8:1:2::/64", 2],
  ["a /24, as behind a spoofed header", (number: number) => `192.0.2.${number % 250}`, 8],
  ["a /48 that uses another /64 each time", (number: number) => `2001:db8:1:${number.toString(16)}::/64`, 8],
  ["everywhere", (number: number) => `10.${number >> 8}.${number & 255}.1`, 80],
])("of 500 requests from %s %#: as many as the limit for it", async (_name, from, expected) => {
  expect(await letThrough(500, from)).toBe(expected);
});

it("many at once from one address take no more than its share from its network and from everybody", async () => {
  const limit = makeRateLimit(2, 60);
  await Promise.all(Array.from({ length: 300 }, () => limit.count("192.0.2.1")));
  expect(await letThrough(10, (number) => `192.0.2.${number + 2}`, limit)).toBe(6);
  expect(await letThrough(10, (number) => `198.51.${number}.1`, limit)).toBe(10);
});

it("remembers the latest 10,000 addresses and networks, however many ask; who asks often stays limited", async () => {
  vi.useFakeTimers(); // Each that is remembered has one.
  onTestFinished(() => void vi.useRealTimers());
  const limit = makeRateLimit(10_000, 60);
  await letThrough(10_000, () => "192.0.2.1", limit);
  for (const place of ["10", "11", "12"]) {
    await letThrough(9_000, (number) => `${place}.${number >> 8}.${number & 255}.1`, limit);
    expect(await limit.count("192.0.2.1")).toMatchObject({ over: "address" });
  }
  expect(vi.getTimerCount()).toBeLessThan(20_010);
  await letThrough(10_000, (number) => `13.${number >> 8}.${number & 255}.1`, limit);
  expect(await limit.count("192.0.2.1")).toBeUndefined();
});

it("lets twenty times the limit of one address be held for later, over everybody", async () => {
  const { mayHold } = makeRateLimit(2, 60);
  const held = await Promise.all(Array.from({ length: 100 }, mayHold));
  expect(held.filter(Boolean)).toHaveLength(40);
});

it("never refuses because it fails", async () => {
  expect(await makeRateLimit(2, 60).count(undefined as unknown as string)).toBeUndefined();
});
