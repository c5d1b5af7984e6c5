import { TIME_ZONE } from "~/contractor/company";

/** The time where the company is, whatever the server's own zone. */

const HOUR_MS = 60 * 60 * 1000;
/** In every zone midnight is a whole number of these after midnight in Greenwich. */
const QUARTER_MS = HOUR_MS / 4;

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: TIME_ZONE,
  weekday: "long",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
});

/** The weekday (lowercase), date (YYYY-MM-DD) and hour of a time there. */
function local(time: Date): { weekday: string; date: string; hour: number } {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const { weekday = "", year, month, day, hour } = parts;
  return { weekday: weekday.toLowerCase(), date: `${year}-${month}-${day}`, hour: Number(hour) };
}

/** The date of a time there, YYYY-MM-DD. */
export const localDate = (time: Date) => local(time).date;

let known = { quarter: Number.NaN, date: "" };

/** Today's date there. Every page asks for it, so it is computed once in a quarter of an hour. */
export function today(): string {
  const quarter = Math.floor(Date.now() / QUARTER_MS);
  if (quarter !== known.quarter) known = { quarter, date: localDate(new Date(quarter * QUARTER_MS)) };
  return known.date;
}

/** A time there, as people write it: "Monday, November 23, 2026, 12:48 PM". */
export function inWords(time: Date): string {
  const date = time.toLocaleDateString("en-US", { timeZone: TIME_ZONE, dateStyle: "full" });
  const hour = time.toLocaleTimeString("en-US", { timeZone: TIME_ZONE, timeStyle: "short" });
  // Before PM comes a narrow space that not every program shows.
  return `${date}, ${hour.replace(/\s/, " ")}`;
}

/** The date of this weekday and hour there, if it began within the last 24 hours. */
export function dueDate(now: Date, weekday: string, hour: number): string | undefined {
  for (let back = 0; back < 24; back++) {
    const there = local(new Date(now.getTime() - back * HOUR_MS));
    if (there.weekday === weekday && there.hour === hour) return there.date;
  }
  return undefined;
}
