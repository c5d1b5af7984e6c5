import { settings } from "~/config/settings.server";

const NAMES = Object.keys(settings.shape);

/** The setting that a name is probably meant as. A shorter one, like PORT, is too near to other programs' names. */
export const suggestSetting = (given: string): string | undefined =>
  NAMES.find((name) => name.length > 5 && !NAMES.includes(given) && isNear(given.toUpperCase(), name));

/** Whether two names are the same but for two adjacent letters, or two at the end. */
const isNear = (given: string, name: string) =>
  Math.abs(given.length - name.length) < 3 &&
  [...name].some((_, at) => given.startsWith(name.slice(0, at)) && given.endsWith(name.slice(at + 2)));
