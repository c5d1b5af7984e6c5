const TIME_ZONE = "America/Detroit";
const HOUR_MS = 60 * 60 * 1000;

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: TIME_ZONE,
  weekday: "long",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
});

/** The weekday (lowercase), date (YYYY-MM-DD) and hour of a time in Michigan. */
function inMichigan(time: Date): { weekday: string; date: string; hour: number } {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const { weekday = "", year, month, day, hour } = parts;
  return { weekday: weekday.toLowerCase(), date: `${year}-${month}-${day}`, hour: Number(hour) };
}

/** The date of a time in Michigan, YYYY-MM-DD. */
export const dateInMichigan = (time: Date) => inMichigan(time).date;

let known = { hour: Number.NaN, date: "" };

/** Today's date in Michigan. Every page asks for it, so it is computed once an hour; midnight falls on the hour. */
export function today(): string {
  const hour = Math.floor(Date.now() / HOUR_MS);
  if (hour !== known.hour) known = { hour, date: dateInMichigan(new Date(hour * HOUR_MS)) };
  return known.date;
}

/** The home page shows snow from December to February, and the spring weight limits from March to May. */
export function season(): "winter" | "spring" | undefined {
  const month = Number(today().slice(5, 7));
  if (month === 12 || month <= 2) return "winter";
  return month <= 5 ? "spring" : undefined;
}

/** A time in Michigan, as people write it: "Monday, November 23, 2026, 12:48 PM". */
export function inWords(time: Date): string {
  const date = time.toLocaleDateString("en-US", { timeZone: TIME_ZONE, dateStyle: "full" });
  const hour = time.toLocaleTimeString("en-US", { timeZone: TIME_ZONE, timeStyle: "short" });
  // Before PM comes a narrow space that not every program shows.
  return `${date}, ${hour.replace(/\s/, " ")}`;
}

/** The date of this weekday and hour in Michigan, if it began within the last 24 hours. */
export function dueDate(now: Date, weekday: string, hour: number): string | undefined {
  for (let back = 0; back < 24; back++) {
    const there = inMichigan(new Date(now.getTime() - back * HOUR_MS));
    if (there.weekday === weekday && there.hour === hour) return there.date;
  }
  return undefined;
}
