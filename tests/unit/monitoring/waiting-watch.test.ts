import { beforeEach, expect, it, vi } from "vitest";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import type { SnapshotEntry } from "~/quote/outbox/outbox.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";

/** What the operator is told of requests that wait too long. */

const RECEIVED = Date.parse("2026-05-01T12:00:00.000Z");
const HOUR = 60 * MINUTE;
let lines: unknown[];
let clockMs: number;
let passedMs: number;
let look: ReturnType<typeof makeWaitingWatch>;
beforeEach(() => {
  [lines, clockMs, passedMs] = [[], RECEIVED, 0];
  vi.spyOn(performance, "now").mockImplementation(() => passedMs);
  look = makeWaitingWatch(
    (...line) => void lines.push(line),
    () => new Date(clockMs),
  );
});

const entry = (more: Partial<SnapshotEntry> = {}): SnapshotEntry => ({
  ...sampleQuote(),
  seenAt: 0,
  ...more,
});
const accepted = { count: 1, at: "2026-05-01T12:00:00.000Z", class: "accepted", accepted: true as const };
const byOne = entry({ tries: { forward: accepted } });
const held = entry({ heldUntil: new Date(RECEIVED + HOUR).toISOString() });
const error = (facts: object) => [["error", "outbox.waiting", facts]];

it.each([
  ["two wait for 14 minutes", [entry(), entry()], 14, []],
  ["two wait for 16", [entry(), entry()], 16, error({ waiting: 2, oldestMinutes: 16 })],
  ["one is held, and 14 past its time", [held], 74, []],
  ["one is held, and 16 past its time", [held], 76, error({ waiting: 1, oldestMinutes: 16 })],
  [
    "one has come by another channel: a warning",
    [byOne],
    16,
    [["warn", "outbox.partial", { partial: 1, oldestMinutes: 16 }]],
  ],
])("%s", (_name, entries, minutes, expected) => {
  clockMs += minutes * MINUTE;
  look({ entries, damaged: [] });
  expect(lines).toMatchObject(expected);
});

it("where the clock was set back counts how long this process has known it", () => {
  [clockMs, passedMs] = [RECEIVED - HOUR, 16 * MINUTE];
  look({ entries: [entry()], damaged: [] });
  expect(lines).toMatchObject(error({ oldestMinutes: 16 }));
});

it("a damaged file is told once, and waits as any other; what waits is told each hour", () => {
  clockMs += HOUR;
  const found = { entries: [], damaged: ["half.json"], damagedSince: "2026-05-01T12:00:00.000Z" };
  for (const ms of [0, 1, HOUR]) {
    passedMs += ms;
    look(found);
  }
  const waiting = error({ waiting: 1, oldestMinutes: 60 })[0];
  expect(lines).toMatchObject([["error", "outbox.damaged", { file: "half.json" }], waiting, waiting]);
});
