/** What the home page shows from December to February, and from March to May. */
export type Season = "winter" | "spring" | undefined;

/** @param date YYYY-MM-DD */
export function seasonOf(date: string): Season {
  const month = Number(date.slice(5, 7));
  if (month === 12 || month <= 2) return "winter";
  return month <= 5 ? "spring" : undefined;
}
