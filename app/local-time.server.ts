import { TIME_ZONE } from "~/contractor/company";

const HOUR_MS = 60 * 60 * 1000;

/** In the company's time zone. Swedish format: "2026-11-28 07:30:00". */
const formatter = new Intl.DateTimeFormat("sv", {
  timeZone: TIME_ZONE,
  dateStyle: "short",
  timeStyle: "medium",
});

/** The local date at `time`, YYYY-MM-DD. */
export const localDate = (time: Date) => formatter.format(time).slice(0, 10);

let cached = { minute: Number.NaN, date: "" };

/** Today's local date, YYYY-MM-DD. Cached for a minute, because every request needs it. */
export function today(): string {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute !== cached.minute) cached = { minute, date: localDate(new Date()) };
  return cached.date;
}

/** Local date and time: "Monday, November 23, 2026, 12:48 PM". */
export function formatLocalTime(time: Date): string {
  const date = time.toLocaleDateString("en-US", { timeZone: TIME_ZONE, dateStyle: "full" });
  const hour = time.toLocaleTimeString("en-US", { timeZone: TIME_ZONE, timeStyle: "short" });
  // `Intl` writes a narrow no-break space before PM, which not every program can show.
  return `${date}, ${hour.replace(/\s/, " ")}`;
}

/** The same in short: "Nov 23, 12:48 PM". */
export const formatShortTime = (time: Date): string =>
  time
    .toLocaleString("en-US", {
      ...{ timeZone: TIME_ZONE, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    } as const)
    .replace(/\u202f/g, " ");

/** When this weekday (lowercase) and hour (0 to 23) last began, within a week, and the local date, YYYY-MM-DD. */
export function latestDue(now: Date, weekday: string, hour: number): { date: string; at: Date } | undefined {
  for (let back = 0; back < 7 * 24; back++) {
    const at = new Date(Math.floor(now.getTime() / HOUR_MS - back) * HOUR_MS);
    const [date = "", time = ""] = formatter.format(at).split(" ");
    const day = new Date(date).toLocaleDateString("en-US", { timeZone: "UTC", weekday: "long" });
    if (day.toLowerCase() === weekday && Number(time.slice(0, 2)) === hour) return { date, at };
  }
  return undefined;
}
