import { afterEach, expect, it, vi } from "vitest";
import { daysOff, formatHours, groupByHours, type OfficeHours } from "~/content/office-hours.server";
import { makeOpenNowScript } from "~/ui/layout/open-now.server";

const WEEK: OfficeHours = {
  Monday: ["08:00", "17:00"],
  Tuesday: ["08:00", "17:00"],
  Wednesday: ["08:00", "17:00"],
  Thursday: ["08:00", "17:00"],
  Friday: ["08:00", "17:00"],
};
const WITH_SATURDAY: OfficeHours = { ...WEEK, Saturday: ["07:30", "12:00"] };

it.each<[OfficeHours, string]>([
  [WEEK, "Monday-Friday 8am-5pm"],
  [WITH_SATURDAY, "Monday-Friday 8am-5pm, Saturday 7:30am-12pm"],
  [{ ...WEEK, Wednesday: undefined }, "Monday-Tuesday 8am-5pm, Thursday-Friday 8am-5pm"],
  [{ ...WEEK, Friday: ["08:00", "12:30"] }, "Monday-Thursday 8am-5pm, Friday 8am-12:30pm"],
  [{ Sunday: ["00:15", "09:05"] }, "Sunday 12:15am-9:05am"],
])("office hours: days in a row are together as people say them: %j", (hours, words) => {
  expect(formatHours(hours)).toBe(words);
});

it("office hours: search engines get each run of open days", () => {
  const { Wednesday: _, ...closedWednesday } = WITH_SATURDAY;
  expect(groupByHours(closedWednesday)).toEqual([
    { dayOfWeek: ["Monday", "Tuesday"], opens: "08:00", closes: "17:00" },
    { dayOfWeek: ["Thursday", "Friday"], opens: "08:00", closes: "17:00" },
    { dayOfWeek: ["Saturday"], opens: "07:30", closes: "12:00" },
  ]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a line says after the page's script has run at this time: its own source, as browsers get it. */
function saidAt(time: string, hours: OfficeHours, timeZone: string): string | undefined {
  vi.useFakeTimers();
  vi.setSystemTime(time);
  const dataset = { during: "open", outside: "closed" };
  const line = { dataset, classList: { toggle() {} }, textContent: "" };
  vi.stubGlobal("document", { querySelectorAll: () => [line] });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("window", {});
  new Function(makeOpenNowScript(timeZone, hours, ["12-25", "2026-11-26"]))();
  vi.advanceTimersByTime(0);
  return line.textContent;
}

// The shipped hours, through the seasons: e2e/open-now.spec.ts.
it.each<[time: string, said: string, when: string, hours?: OfficeHours, timeZone?: string]>([
  ["2026-11-27T07:59:59-05:00", "closed", "Friday, a second before eight"],
  ["2026-11-27T16:59:59-05:00", "open", "Friday, a second before five"],
  ["2026-11-28T00:10:00-05:00", "closed", "Saturday, ten past midnight"],
  ["2026-11-28T07:29:59-05:00", "closed", "Saturday, a second before half past seven"],
  ["2026-11-28T07:30:00-05:00", "open", "Saturday, half past seven"],
  ["2026-11-28T11:59:59-05:00", "open", "Saturday, a second before noon"],
  ["2026-11-28T12:00:00-05:00", "closed", "Saturday, noon"],
  ["2026-11-29T10:00:00-05:00", "closed", "Sunday"],
  ["2026-11-25T12:00:00-05:00", "closed", "noon of a weekday closed", { ...WEEK, Wednesday: undefined }],
  ["2026-11-24T12:00:00-05:00", "open", "noon of the day before", { ...WEEK, Wednesday: undefined }],
  ["2026-11-26T12:00:00-05:00", "closed", "a day off of one year"],
  ["2027-11-26T12:00:00-05:00", "open", "that day a year later"],
  ["2026-12-25T12:00:00-05:00", "closed", "a day off of every year"],
  ["2028-12-25T12:00:00-05:00", "closed", "that day two years later"],
  ["2026-11-27T08:30:00-05:00", "closed", "half an hour before eight at the office", WEEK, "America/Chicago"],
  ["2026-11-27T09:00:00-05:00", "open", "eight at the office", WEEK, "America/Chicago"],
])("office hours: %s is %s: %s", (time, said, _, hours = WITH_SATURDAY, timeZone = "America/New_York") => {
  expect(saidAt(time, hours, timeZone)).toBe(said);
});

it("office hours: search engines get the days off of the next twelve months", () => {
  const holidays = ["12-25", "2026-11-26", "01-01", "2025-07-04"];
  expect(daysOff(holidays, "2026-11-24")).toEqual(["2026-11-26", "2026-12-25", "2027-01-01"]);
  expect(daysOff(holidays, "2026-12-26")).toEqual(["2027-01-01", "2027-12-25"]);
});
