export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

type Weekday = (typeof WEEKDAYS)[number];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Minute = `${0 | 1 | 2 | 3 | 4 | 5}${Digit}`;
/** "00:00" to "23:59" */
type Time = `${0 | 1}${Digit}:${Minute}` | `2${0 | 1 | 2 | 3}:${Minute}`;

/** Opening and closing time by weekday, in the company's time zone. A missing day is closed. */
export type OfficeHours = Partial<Record<Weekday, readonly [opens: Time, closes: Time]>>;

type HoursGroup = { dayOfWeek: Weekday[]; opens: string; closes: string };

/** Groups consecutive days with the same hours, in the shape of schema.org's OpeningHoursSpecification. */
export function groupByHours(hours: OfficeHours): HoursGroup[] {
  const groups: HoursGroup[] = [];
  let group: HoursGroup | undefined;
  for (const day of WEEKDAYS) {
    const [opens, closes] = hours[day] ?? [];
    if (group && group.opens === opens && group.closes === closes) {
      group.dayOfWeek.push(day);
      continue;
    }
    group = opens && closes ? { dayOfWeek: [day], opens, closes } : undefined;
    if (group) groups.push(group);
  }
  return groups;
}

/** "Monday-Friday 8am-5pm, Saturday 7:30am-12pm". */
export const formatHours = (hours: OfficeHours) =>
  groupByHours(hours)
    .map(({ dayOfWeek: [first, ...more], opens, closes }) => {
      const days = more.length > 0 ? `${first}-${more.at(-1)}` : first;
      return `${days} ${twelveHour(opens)}-${twelveHour(closes)}`;
    })
    .join(", ");

/** "07:30" → "7:30am", "13:00" → "1pm". */
function twelveHour(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2).replace(":00", "")}${hour < 12 ? "am" : "pm"}`;
}

/**
 * The days off in the twelve months from `today`, sorted, each YYYY-MM-DD.
 *
 * @param holidays "12-25" for every year, "2026-11-26" for one
 * @param today YYYY-MM-DD
 */
export function daysOff(holidays: readonly string[], today: string): string[] {
  const year = Number(today.slice(0, 4));
  const end = `${year + 1}${today.slice(4)}`;
  return holidays
    .flatMap((day) => (day.length > 5 ? [day] : [`${year}-${day}`, `${year + 1}-${day}`]))
    .filter((day) => day >= today && day < end)
    .sort();
}
