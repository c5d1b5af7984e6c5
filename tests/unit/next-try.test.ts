import { expect, it } from "vitest";
import type { Attempt } from "~/quote/delivery.server";
import type { DeliveryClass } from "~/quote/delivery-class.server";
import { nextTry } from "~/quote/next-try.server";

const NOW = new Date("2026-05-01T12:00:00Z");
const WAITS = [900, 3_600, 14_400, 43_200, 86_400];
const attempt = (deliveryClass: DeliveryClass, retryAfterS?: number): Attempt => ({
  class: deliveryClass,
  bytes: 0,
  ms: 1,
  retryAfterS,
});
const seconds = (time: string) => (Date.parse(time) - NOW.getTime()) / 1000;
const wait = (a: Attempt, count: number, random = 0.5) => seconds(nextTry(NOW, a, count, WAITS, random));

it("waits 15 min, 1 h, 4 h, 12 h, then 24 h", () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((count) => wait(attempt("unreachable"), count))).toEqual([
    900, 3_600, 14_400, 43_200, 86_400, 86_400, 86_400,
  ]);
});

it("spreads each wait by 20 % to both sides", () => {
  expect(wait(attempt("unreachable"), 1, 0)).toBe(720);
  expect(wait(attempt("unreachable"), 1, 1)).toBe(1_080);
});

it.each(["needs-activation", "blocked", "misconfigured", "mail-refused"] as const)(
  "waits longer from the start where an operator must act first: %s",
  (name) => {
    expect(wait(attempt(name), 1)).toBe(14_400);
    expect(wait(attempt(name), 9)).toBe(86_400);
  },
);

it("obeys a longer Retry-After, up to a day, and not a shorter one", () => {
  expect(wait(attempt("throttled", 7_200), 1)).toBe(7_200);
  expect(wait(attempt("throttled", 5), 1)).toBe(900);
  expect(wait(attempt("throttled", 1e9), 1)).toBe(86_400);
});
