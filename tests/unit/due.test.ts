import { describe, expect, it } from "vitest";
import { dueInMs } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { DAY, inMs, MINUTE, sampleRequest, tried } from "./sample-request";

describe("how long a request waits", () => {
  const forward = { name: "forward", afterMs: 0 } as const;
  const mail = { name: "mail", afterMs: 15 * MINUTE } as const;
  const policy = { firstAttemptMs: 15_000, longestMs: retryPolicy([900, 3600]).longestMs };
  const toFirst = (request: StoredRequest) => dueInMs(request, forward, new Date(), policy);
  const toSecond = (request: StoredRequest) => dueInMs(request, mail, new Date(), policy);
  const fresh = (receivedMs: number) => ({ ...sampleRequest(), receivedAt: inMs(receivedMs) });

  it("is as long as it was told to", () => {
    expect(toFirst(fresh(0))).toBeGreaterThan(14_000);
    expect(toFirst(tried(inMs(15 * MINUTE)))).toBeGreaterThan(14 * MINUTE);
    expect(toFirst(tried(undefined))).toBe(0);
    expect(toSecond(fresh(0))).toBeGreaterThan(14 * MINUTE);
  });

  it("is until it is let go, where it is held", () => {
    expect(toFirst({ ...fresh(0), heldUntil: inMs(10 * MINUTE) })).toBeGreaterThan(9 * MINUTE);
    expect(toSecond({ ...fresh(-DAY), heldUntil: inMs(10 * MINUTE) })).toBeGreaterThan(9 * MINUTE);
  });

  it("is never for a time that a wrong clock wrote", () => {
    expect(toFirst(tried(inMs(400 * DAY)))).toBe(0);
    expect(toFirst(fresh(400 * DAY))).toBe(0);
    expect(toSecond(fresh(400 * DAY))).toBe(0);
    expect(toFirst({ ...fresh(0), heldUntil: inMs(400 * DAY) })).toBeLessThanOrEqual(15_000);
  });
});
