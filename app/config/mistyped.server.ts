import { settings } from "~/config/settings.server";

const NAMES = Object.keys(settings.shape);
/** A shorter name, like PORT, is too near to other programs' names. */
const SHORTEST = 6;

/** Names of an environment that are no setting, each with the setting that it is within two adjacent letters of. */
export function mistyped(env: Record<string, string | undefined>): [given: string, meant: string][] {
  const others = Object.keys(env).filter((given) => !NAMES.includes(given));
  return others.flatMap((given): [string, string][] => {
    const meant = NAMES.find((name) => name.length >= SHORTEST && isNear(given.toUpperCase(), name));
    return meant ? [[given, meant]] : [];
  });
}

function isNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end <= 2;
}
