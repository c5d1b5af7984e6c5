import { readFileSync } from "node:fs";
import { formatHours, type OfficeHours } from "~/content/office-hours.server";
import { ABOUT } from "~/contractor/about";
import { COUNTIES, TOWN_NAMES } from "~/contractor/area";
import { FOUNDED, HOURS, LOCAL_TIME, PHONE_EXAMPLE, REGION, STATE, TIME_ZONE } from "~/contractor/company";
import { CONTACT_PAGE } from "~/contractor/contact";
import { HOME_HERO } from "~/contractor/hero";
import { SERVICES } from "~/contractor/services";
import { SERVICES_PAGE } from "~/contractor/services-page";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { HOURS as OHIO_HOURS } from "./ohio/company";

/** Words of the trade, which the room's tables do not hold one by one. */
const TRADE = /excavat|septic|basement|dozer|snow|plow|frost|miss.dig|\bdig(?:s|ging|ger)?\b/gi;

const HEADLINES = [HOME_HERO, ABOUT, SERVICES_PAGE, CONTACT_PAGE, CALL_TO_ACTION].map(({ title }) => title);

const NAMES = [
  ...HEADLINES,
  ...[STATE.name, REGION, TIME_ZONE, LOCAL_TIME, PHONE_EXAMPLE, String(FOUNDED)],
  ...[...TOWN_NAMES, ...COUNTIES],
  ...Object.entries(SERVICES).flatMap(([id, { title }]) => [id, title, title.replace("&", "&amp;")]),
];
const escaped = NAMES.map((name) => name.replace(/[.()?/]/g, "\\$&"));
const NAMED = new RegExp(`(?<![\\w-])(?:${escaped.join("|")})(?![\\w-])`, "g");

/** A day's hours, as data and in words. One time alone may be anybody's, and so may a day of the other company. */
const THEIRS = Object.values(OHIO_HOURS).map(String);
const DAYS = Object.entries(HOURS).filter(([, hours]) => !THEIRS.includes(String(hours)));
const inWords = (day: string, hours: OfficeHours[keyof OfficeHours]) =>
  formatHours({ [day]: hours }).replace(`${day} `, "");
const OPEN = DAYS.map(
  ([day, hours]) => new RegExp(`\\b(?:${hours.join("\\W+")}|${inWords(day, hours)})\\b`, "g"),
);

const sheet = readFileSync("app/contractor/colors.css", "utf8");
const COLORS = [...sheet.matchAll(/: (#\w+|\d+ \d+ \d+);/g)].map(([, color = ""]) => color);
const COLORED = new RegExp(COLORS.join("|"), "gi");

/** Hashes, in the names of built files and in the policy: now and then one spells a word. */
const HASHES = /-[A-Z0-9]{8}(?=\.(?:js|css))|sha256-[\w+/=]+/g;

const foundBy = (patterns: RegExp[]) => (text: string) => {
  const words = text.replace(HASHES, "");
  return [...new Set(patterns.flatMap((pattern) => words.match(pattern) ?? []))];
};
/** The facts of app/contractor/ in a text: its names, headlines, hours and colors, and words of the trade. */
export const ourWordsIn = foundBy([NAMED, ...OPEN, TRADE, COLORED]);
/** The same without the words of the trade. */
export const ourFactsIn = foundBy([NAMED, ...OPEN, COLORED]);
