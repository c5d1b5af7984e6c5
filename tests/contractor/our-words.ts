import { readFileSync } from "node:fs";
import { COUNTIES, TOWN_NAMES } from "~/contractor/area";
import { FOUNDED, HOURS, LOCAL_TIME, PHONE_EXAMPLE, REGION, STATE, TIME_ZONE } from "~/contractor/company";
import { SERVICES } from "~/contractor/services";

/** Words of the trade, which the room's tables do not hold one by one. */
const TRADE = /excavat|septic|basement|dozer|snow|plow|frost|miss.dig|\bdig(?:s|ging|ger)?\b/gi;

const NAMES = [
  ...[STATE.name, REGION, TIME_ZONE, LOCAL_TIME, PHONE_EXAMPLE, String(FOUNDED)],
  ...[...TOWN_NAMES, ...COUNTIES],
  ...Object.entries(SERVICES).flatMap(([id, { title }]) => [id, title, title.replace("&", "&amp;")]),
  ...new Set(Object.values(HOURS).flat()),
];
const escaped = NAMES.map((name) => name.replace(/[.()/]/g, "\\$&"));
const NAMED = new RegExp(`(?<![\\w-])(?:${escaped.join("|")})(?![\\w-])`, "g");

const sheet = readFileSync("app/contractor/colors.css", "utf8");
const COLORS = [...sheet.matchAll(/: (#\w+|\d+ \d+ \d+);/g)].map(([, color = ""]) => color);
const COLORED = new RegExp(COLORS.join("|"), "gi");

/** The facts of app/contractor/ in a text: its names, hours and colors, and words of the trade. */
export const ourWordsIn = (text: string) => [
  ...new Set([NAMED, TRADE, COLORED].flatMap((pattern) => text.match(pattern) ?? [])),
];
