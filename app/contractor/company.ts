import type { OfficeHours } from "~/content/office-hours.server";

/** Company facts that are not settings. Pages and emails take them from here. */

export const STATE = { code: "MI", name: "Michigan" };
/** Where the company works, in its own words. */
export const REGION = "Southwest Michigan";
export const FOUNDED = 1991;
/** How long a quote is valid. */
export const QUOTE_DAYS = 30;

export const TIME_ZONE = "America/Detroit";
/** The local name of the time zone. */
export const LOCAL_TIME = "Michigan time";

/** See `OfficeHours`. */
export const HOURS: OfficeHours = {
  Monday: ["08:00", "17:00"],
  Tuesday: ["08:00", "17:00"],
  Wednesday: ["08:00", "17:00"],
  Thursday: ["08:00", "17:00"],
  Friday: ["08:00", "17:00"],
};

/** Days off: "12-25" for every year, "2026-11-26" for one. None are known. */
export const HOLIDAYS: readonly string[] = [];

/** The form's placeholder. */
export const PHONE_EXAMPLE = "(269) 123-4567";
