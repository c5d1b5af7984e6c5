import { today } from "~/site/michigan-time.server";

/** What the home page shows: from December to February the snow, from March to May the spring weight limits. */
export function season(): "winter" | "spring" | undefined {
  const month = Number(today().slice(5, 7));
  if (month === 12 || month <= 2) return "winter";
  return month <= 5 ? "spring" : undefined;
}
