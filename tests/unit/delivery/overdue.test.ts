import { expect, it, vi } from "vitest";
import { makeOverdueAlert } from "~/quote/delivery/overdue.server";
import type { Entry } from "~/quote/outbox/outbox.server";
import { sampleRequest } from "../submit/sample-request";

const RECEIVED = Date.parse("2026-05-01T12:00:00.000Z");
const entry = (tries: Entry["tries"] = {}): Entry => {
  const receivedAt = new Date(RECEIVED).toISOString();
  return { ...sampleRequest(), receivedAt, tries, seenAt: performance.now(), stamp: "" };
};
const forward = { count: 1, at: "2026-05-01T12:00:00.000Z", class: "accepted", accepted: true } as const;

function setUp() {
  const log = vi.fn();
  let now = RECEIVED;
  const alert = makeOverdueAlert(log, () => new Date(now));
  const after = (minutes: number, ...entries: Entry[]) => {
    now = RECEIVED + minutes * 60_000;
    alert({ entries, damaged: [] });
  };
  return { log, after };
}

it("the operator is alerted from the fifteenth minute on, and told when it is over", () => {
  const { log, after } = setUp();
  after(14.99, entry(), entry({ forward }));
  expect(log).not.toHaveBeenCalled();
  after(15, entry(), entry(), entry());
  const advice = expect.stringContaining("npm run outbox");
  expect(log.mock.calls).toEqual([["error", "outbox.waiting", { waiting: 3, oldestMinutes: 15, advice }]]);
  after(16);
  expect(log).toHaveBeenLastCalledWith("info", "problem.over", { problem: "outbox.waiting" });
});

it("what one channel has brought to the owner is a warning of its own", () => {
  const { log, after } = setUp();
  after(20, entry({ forward }), entry({ forward }));
  after(20);
  const advice = expect.stringContaining("by one channel");
  expect(log.mock.calls).toEqual([
    ["warn", "outbox.partial", { partial: 2, oldestMinutes: 20, advice }],
    ["info", "problem.over", { problem: "outbox.partial" }],
  ]);
});
