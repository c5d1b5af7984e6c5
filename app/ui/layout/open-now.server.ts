import { type OfficeHours, WEEKDAYS } from "~/content/office-hours.server";
import { HOLIDAYS, HOURS, TIME_ZONE } from "~/contractor/company";

/**
 * Keeps each `OpenNow` up to date, in the company's time zone. Runs in the browser, because pages are cached. Its source is inlined
 * into the page, so it must use nothing outside itself. `hours`: Sunday first, null for a closed day.
 */
function updateOpenNow(
  timeZone: string,
  hours: readonly (readonly [opens: string, closes: string] | null)[],
  holidays: readonly string[],
): void {
  const show = () => {
    const { Temporal } = window as { Temporal?: { Now: { plainDateTimeISO(timeZone: string): object } } };
    // "2026-11-28T07:30:00" or, in Swedish format, "2026-11-28 07:30:00".
    const now = Temporal?.Now.plainDateTimeISO(timeZone) ?? new Date().toLocaleString("sv", { timeZone });
    const [date = "", time = ""] = `${now}`.split(/[T ]/);
    const today = hours[new Date(date).getUTCDay()];
    const isOff = holidays.some((day) => date.endsWith(day));
    const open = Boolean(today && !isOff && time >= today[0] && time < today[1]);
    for (const line of document.querySelectorAll<HTMLElement>(".open-now")) {
      const { during = "", outside = "" } = line.dataset;
      line.textContent = open ? during : outside;
      line.classList.toggle("is-open", open);
    }
  };
  // Deferred: without Temporal, a browser's first use of another time zone takes about 20 ms.
  setTimeout(show);
  setInterval(show, 20_000);
  // `OpenNow` dispatches this event when React renders it.
  addEventListener("open-now", show);
}

/** The source of the script, for an office in this time zone with these hours and holidays. */
export function makeOpenNowScript(timeZone: string, hours: OfficeHours, holidays: readonly string[]): string {
  const fromSunday = [...WEEKDAYS.slice(-1), ...WEEKDAYS.slice(0, -1)].map((day) => hours[day] ?? null);
  return `(${updateOpenNow})(${JSON.stringify(timeZone)},${JSON.stringify(fromSunday)},${JSON.stringify(holidays)})`;
}

export const OPEN_NOW_SCRIPT = makeOpenNowScript(TIME_ZONE, HOURS, HOLIDAYS);
