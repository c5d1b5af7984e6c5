import { settings } from "~/config/settings.server";

const NAMES = Object.keys(settings.shape);

/** The setting that a mistyped name probably means. Short ones, like PORT, are too close to other programs' names. */
export const suggestSetting = (given: string): string | undefined =>
  NAMES.find((name) => name.length > 5 && !NAMES.includes(given) && isNear(given.toUpperCase(), name));

/** Whether two names are the same except for up to two adjacent letters. */
const isNear = (given: string, name: string) =>
  Math.abs(given.length - name.length) < 3 &&
  [...name].some((_, at) => given.startsWith(name.slice(0, at)) && given.endsWith(name.slice(at + 2)));
