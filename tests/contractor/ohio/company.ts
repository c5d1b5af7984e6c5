import type { OfficeHours } from "~/content/office-hours.server";

export const STATE = { code: "OH", name: "Ohio" };
export const REGION = "Central Ohio";
export const FOUNDED = 2004;
export const QUOTE_DAYS = 14;

export const TIME_ZONE = "America/New_York";
export const LOCAL_TIME = "Ohio time";

export const HOURS: OfficeHours = {
  Monday: ["07:00", "16:30"],
  Tuesday: ["07:00", "16:30"],
  Wednesday: ["07:00", "16:30"],
  Thursday: ["07:00", "16:30"],
  Friday: ["07:00", "16:30"],
  Saturday: ["07:30", "12:00"],
};

export const HOLIDAYS: readonly string[] = ["12-25"];

export const PHONE_EXAMPLE = "(740) 123-4567";
