import { expect, it } from "vitest";
import { servedNow, spamMark } from "~/quote/spam-marks.server";

const key = Buffer.alloc(32, 7);
const served = new Date("2026-03-02T15:00:00Z");
const after = (ms: number) => new Date(served.getTime() + ms);
const mark = (stamp: string, now: Date) => spamMark({ trap: "", served: stamp, replaces: "" }, key, now);

it("marks a form that was sent sooner than anybody fills it in", () => {
  expect(mark(servedNow(key, served), after(1_999))).toBe("sent within 2 s");
  expect(mark(servedNow(key, served), after(2_000))).toBeUndefined();
});

it("does not mark what was served later than now: clocks differ between machines, and are set back", () => {
  expect(mark(servedNow(key, served), after(-1))).toBeUndefined();
  expect(mark(servedNow(key, served), after(-300_000))).toBeUndefined();
});

it("takes any other text for no mark at all", () => {
  const [time] = servedNow(key, served).split(".");
  for (const stamp of [
    "",
    ".",
    "now",
    `${time}.${"x".repeat(22)}`,
    `${time}.${"ä".repeat(22)}`,
    `${time}.${"水".repeat(22)}`,
  ])
    expect(mark(stamp, after(0)), stamp).toBeUndefined();
});
