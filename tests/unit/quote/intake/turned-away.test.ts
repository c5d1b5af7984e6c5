import { expect, it } from "vitest";
import { makeTurnedAway } from "~/quote/intake/turned-away.server";
import { MINUTE } from "./sample-quote";

/** Counts, on a clock that stands until `pass`. */
function setUp() {
  let ms = Date.parse("2026-11-26T12:00:00Z");
  const pass = (minutes: number) => {
    ms += minutes * MINUTE;
  };
  return { startMs: ms, pass, ...makeTurnedAway(() => new Date(ms)) };
}

it("turned away: says nothing for ten minutes, then how many were saved and how many not", () => {
  const { startMs, pass, note, lastHour } = setUp();
  note("192.0.2.1", true);
  note("192.0.2.2", false);
  pass(9);
  note("198.51.100.7", false);
  expect(lastHour()).toBeUndefined();
  pass(1);
  expect(lastHour()).toEqual({ sinceMs: startMs, saved: 1, refused: 2, networks: 2, addresses: 3 });
});

it("turned away: forgets what is an hour old", () => {
  const { startMs, pass, note, lastHour } = setUp();
  note("192.0.2.1", false);
  pass(30);
  note("192.0.2.1", false);
  pass(30);
  expect(lastHour()).toMatchObject({ sinceMs: startMs + 30 * MINUTE, refused: 1 });
  pass(30);
  expect(lastHour()).toBeUndefined();
});

it("turned away: a flood from everywhere is counted, and its addresses only up to a bound", () => {
  const { pass, note, lastHour } = setUp();
  for (let n = 0; n < 5_000; n++) note(`10.${n >> 8}.${n & 255}.1`, false);
  pass(10);
  expect(lastHour()).toMatchObject({ refused: 5_000, addresses: 1_000 });
});
