import type { OfficeHours } from "~/content/office-hours.server";

/** The facts that are no setting. Where a page or an email states one, it comes from here. */

export const STATE = { code: "MI", name: "Michigan" };
/** Where the company works, as it says itself. */
export const REGION = "Southwest Michigan";
export const FOUNDED = 1991;
/** How long a quote is valid. */
export const QUOTE_DAYS = 30;

export const TIME_ZONE = "America/Detroit";
/** Its time, as people there call it. */
export const LOCAL_TIME = "Michigan time";

/** When the office opens and closes, as "HH:MM". It is closed on a day that is missing. */
export const HOURS: OfficeHours = {
  Monday: ["08:00", "17:00"],
  Tuesday: ["08:00", "17:00"],
  Wednesday: ["08:00", "17:00"],
  Thursday: ["08:00", "17:00"],
  Friday: ["08:00", "17:00"],
};

/** When it is closed although the weekday is not: "12-25" every year, "2026-11-26" once. The owner has named none. */
export const HOLIDAYS: readonly string[] = [];

/** In the form. */
export const PHONE_EXAMPLE = "(269) 123-4567";
