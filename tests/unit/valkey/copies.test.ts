import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Channel, type DeliveryDeps, deliver, settle } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";

/** How often one request goes out in the 14 days that it is tried, if each attempt ends like this. */

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => vi.restoreAllMocks());

async function attemptsOf(classes: (count: number) => DeliveryClass) {
  const lines: { level: string; days: number; advice: unknown }[] = [];
  const start = Date.parse("2026-05-01T12:00:00Z");
  let clock = new Date(start);
  let kept: StoredRequest = sampleRequest();
  const channel: Channel = {
    name: "forward",
    afterMs: 0,
    send: async () => ({ class: classes(lines.length + 1), bytes: 0, ms: 1 }),
  };
  const deps: Omit<DeliveryDeps, "hourly"> = {
    channels: [channel],
    waitsS: [900, 3_600, 14_400, 43_200, 86_400],
    log: (level, _event, { advice } = {}) =>
      void (level !== "debug" && lines.push({ level, advice, days: (clock.getTime() - start) / 86_400_000 })),
    now: () => clock,
  };
  const outbox = {
    store: async (record: StoredRequest) => {
      kept = JSON.parse(JSON.stringify(record));
    },
    accept: async () => {},
  };
  while (clock.getTime() - start < 14 * 86_400_000) {
    await settle(await deliver(kept, channel, deps), outbox, deps.log);
    clock = new Date(kept.tries.forward?.next ?? "");
  }
  return lines;
}

it("a service that takes requests but answers unreadably gets 6 copies, not 18, and the operator is told at the third", async () => {
  const lines = await attemptsOf(() => "unknown");
  expect(lines.map(({ days }) => Number(days.toFixed(2)))).toEqual([0, 0.01, 0.05, 1.05, 3.05, 7.05]);
  expect(lines.map(({ level }) => level)).toEqual(["warn", "warn", "error", "error", "error", "error"]);
  expect(lines[2]?.advice).toContain("copies may have arrived");
});

it("a service that is down is asked 18 times, since none of them is a copy", async () => {
  expect(await attemptsOf(() => "unreachable")).toHaveLength(18);
});

it("counts only the attempts that may have arrived: after a long outage the pace is the usual one", async () => {
  const lines = await attemptsOf((count) =>
    count <= 8 ? "unreachable" : count <= 10 ? "unknown" : "server-error",
  );
  expect(lines).toHaveLength(18);
  expect(lines.every(({ level }) => level === "warn")).toBe(true);
});
