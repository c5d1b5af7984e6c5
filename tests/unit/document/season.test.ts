import { afterEach, expect, it, vi } from "vitest";
import { SEASONS } from "~/contractor/hero";
import { today } from "~/local-time.server";
import { currentSeason } from "~/ui/sections/season.server";

afterEach(() => void vi.useRealTimers());

function at(time: string) {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(time);
  return { date: today(), season: currentSeason() };
}

it.each([
  ...["2026-11-30T23:59:59-05:00", "2026-12-01T00:00:00-05:00", "2027-01-01T00:00:00-05:00"],
  // A leap year.
  ...["2028-02-29T23:59:59-05:00", "2028-03-01T00:00:00-05:00"],
  ...["2027-05-31T23:59:59-04:00", "2027-06-01T00:00:00-04:00"],
])("season: it is that of the company's month when it is %s", (time) => {
  const month = Number(time.slice(5, 7));
  const expected = SEASONS.find(({ months }) => months.includes(month));
  expect(at(time)).toEqual({ date: time.slice(0, 10), season: expected });
});

it.each([
  ...["2027-03-13T23:59:59-05:00", "2027-03-14T00:00:00-05:00", "2027-03-14T23:59:59-04:00"],
  ...["2027-11-07T00:00:00-04:00", "2027-11-07T23:59:59-05:00", "2027-11-08T00:00:00-05:00"],
])("local date: it begins at midnight when the clocks change: %s", (time) => {
  expect(at(time).date).toBe(time.slice(0, 10));
});
