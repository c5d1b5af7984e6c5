import { expect, it } from "vitest";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { countAttempt, nextAttemptAt, retryPolicy } from "~/quote/delivery/retry-policy.server";

const NOW = new Date("2026-05-01T12:00:00Z");
const WAITS = [900, 3_600, 14_400, 43_200, 86_400];
const attempt = (deliveryClass: DeliveryClass, retryAfterS?: number): Attempt => ({
  class: deliveryClass,
  bytes: 0,
  ms: 1,
  retryAfterS,
});
const seconds = (time: string) => (Date.parse(time) - NOW.getTime()) / 1000;
const wait = (a: Attempt, count: number, random = 0.5, uncertain = 0) =>
  seconds(nextAttemptAt(NOW, a, { count, uncertain }, WAITS, random));

it("waits 15 min, 1 h, 4 h, 12 h, then 24 h", () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((count) => wait(attempt("unreachable"), count))).toEqual([
    900, 3_600, 14_400, 43_200, 86_400, 86_400, 86_400,
  ]);
});

it("spreads each wait by 20 % to both sides", () => {
  expect(wait(attempt("unreachable"), 1, 0)).toBe(720);
  expect(wait(attempt("unreachable"), 1, 1)).toBe(1_080);
});

it.each([
  "needs-activation",
  "blocked",
  "misconfigured",
  "unclear",
  "request-refused",
  "mail-refused",
  "mail-request-refused",
] as const)("waits longer from the start where an operator must act first: %s", (name) => {
  expect(wait(attempt(name), 1)).toBe(14_400);
  expect(wait(attempt(name), 9)).toBe(86_400);
});

it("obeys a longer Retry-After, up to a day, and not a shorter one", () => {
  expect(wait(attempt("throttled", 7_200), 1)).toBe(7_200);
  expect(wait(attempt("throttled", 5), 1)).toBe(900);
  expect(wait(attempt("throttled", 1e9), 1)).toBe(86_400);
});

it.each(["unknown", "mail-unknown"] as const)(
  "after the third that may have arrived waits a day, then twice as long each time, up to a week: %s",
  (name) => {
    expect([1, 2, 3, 4, 5, 6, 99].map((times) => wait(attempt(name), times, 0.5, times))).toEqual([
      900, 3_600, 86_400, 172_800, 345_600, 604_800, 604_800,
    ]);
    // A service that is down now gets no copies.
    expect(wait(attempt("unreachable"), 6, 0.5, 5)).toBe(86_400);
  },
);

it("keeps to waits of the operator's that are longer than a week", () => {
  const next = nextAttemptAt(NOW, attempt("unknown"), { count: 4, uncertain: 4 }, [1_000_000], 0.5);
  expect(seconds(next)).toBe(1_000_000);
});

it("counts all attempts, and those that may have arrived", () => {
  expect(countAttempt(undefined, attempt("unreachable"))).toEqual({ count: 1, uncertain: 0 });
  expect(countAttempt({ count: 2, uncertain: 1 }, attempt("unknown"))).toEqual({ count: 3, uncertain: 2 });
});

it("looks each 30 s and spaces requests by 2 s; a first wait under 2 minutes shortens both", () => {
  const pace = ({ pollMs, spacingAfter }: ReturnType<typeof retryPolicy>) => [pollMs, spacingAfter(0)];
  expect(pace(retryPolicy(WAITS))).toEqual([30_000, 2_000]);
  expect(pace(retryPolicy([4]))).toEqual([1_000, 400]);
});

it("halves the spacing after each ten accepted in a row, down to a sixteenth", () => {
  const { spacingAfter } = retryPolicy(WAITS);
  expect([0, 9, 10, 20, 30, 40, 999].map(spacingAfter)).toEqual([2_000, 2_000, 1_000, 500, 250, 125, 125]);
});

it("no wait is longer than a day, spread; between copies a week; or as long as the operator says", () => {
  const days = (longest: (uncertain: number) => number, uncertain: number) =>
    longest(uncertain) / (24 * 60 * 60 * 1000);
  const { longestMs } = retryPolicy(WAITS);
  expect(days(longestMs, 2)).toBeCloseTo(1.2);
  expect(days(longestMs, 3)).toBeCloseTo(7 * 1.2);
  expect(days(retryPolicy([10 * 86_400]).longestMs, 3)).toBeCloseTo(10 * 1.2);
});
