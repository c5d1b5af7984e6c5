import { describe, expect, it, vi } from "vitest";
import { dueInMs, isGivenUp, makeOverdueAlert } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { DAY, inMs, MINUTE, sampleRequest, tried } from "../submit/sample-request";

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

  it("is at least as long as the visitor may still wait for a channel that sends at once", () => {
    const soon = { name: "mail", afterMs: 1_000 } as const;
    const both = { name: "mail", afterMs: 0 } as const;
    const waits = (request: StoredRequest, channel: typeof soon | typeof both) =>
      dueInMs({ ...request, receivedAt: inMs(0) }, channel, new Date(), policy);
    expect(waits(fresh(0), soon)).toBeGreaterThan(14_000);
    expect(waits(tried(undefined), soon)).toBeLessThanOrEqual(1_000);
    expect(waits(tried(undefined), both)).toBeGreaterThan(14_000);
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

describe("a request is given up", () => {
  const waitingSince = "2026-05-01T12:00:00.000Z";
  const last = (at: string, count: number) => ({ at, count, class: "throttled" });
  const now = new Date("2026-06-01T12:00:00Z");
  const [before, after] = ["2026-05-15T11:59:59.999Z", "2026-05-15T12:00:00.000Z"];

  it.each([
    ["at the first attempt after 14 days", last(after, 6), true],
    ["not before", last(before, 99), false],
    ["not before the sixth attempt: the machine was off", last(after, 5), false],
  ])("%s", (_name, forward, expected) => {
    expect(isGivenUp({ waitingSince, tries: { forward } }, now)).toBe(expected);
  });

  it("when one channel tried it often enough, and one past its time", () => {
    const tries = { forward: last(before, 6), mail: last(after, 1) };
    expect(isGivenUp({ waitingSince, tries }, now)).toBe(true);
  });

  it("never when no attempt has failed", () => {
    expect(isGivenUp({ waitingSince: undefined, tries: { forward: last(after, 6) } }, now)).toBe(false);
  });
});

it("the operator is alerted from the fifteenth minute on, and told when it is over", () => {
  const log = vi.fn();
  const alert = makeOverdueAlert(log);
  alert("waiting", 1, 15 * MINUTE - 1);
  alert("partial", 1, 15 * MINUTE - 1);
  expect(log).not.toHaveBeenCalled();
  alert("waiting", 3, 15 * MINUTE);
  const advice = expect.stringContaining("npm run outbox");
  expect(log.mock.calls).toEqual([["error", "outbox.waiting", { waiting: 3, oldestMinutes: 15, advice }]]);
  alert("waiting", 0, 0);
  expect(log).toHaveBeenLastCalledWith("info", "problem.over", { problem: "outbox.waiting" });
});

it("what one channel has brought to the owner is a warning of its own", () => {
  const log = vi.fn();
  const alert = makeOverdueAlert(log);
  alert("partial", 2, 20 * MINUTE);
  alert("partial", 0, 0);
  const advice = expect.stringContaining("by one channel");
  expect(log.mock.calls).toEqual([
    ["warn", "outbox.partial", { partial: 2, oldestMinutes: 20, advice }],
    ["info", "problem.over", { problem: "outbox.partial" }],
  ]);
});
