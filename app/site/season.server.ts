import { today } from "~/site/michigan-time.server";

/** The home page shows snow from December to February, and the spring weight limits from March to May. */
export function season(): "winter" | "spring" | undefined {
  const month = Number(today().slice(5, 7));
  if (month === 12 || month <= 2) return "winter";
  return month <= 5 ? "spring" : undefined;
}
