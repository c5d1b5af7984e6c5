import type { Random } from "./random";

const OFTEN = [
  "kill",
  "powerCut",
  "disk",
  "freeze",
  "overlap",
  "operator",
  "clock",
  "uncertain",
  "slowService",
] as const;
const SELDOM = ["backup", "floods", "twoSites", "longOutage"] as const;

export type Profile = Record<(typeof OFTEN)[number] | (typeof SELDOM)[number] | "service", boolean>;

/** Which troubles a scenario has. Each seed mixes them anew: few of them come often, or many of them now and then. */
export function makeProfile({ chance, pick }: Random): Profile {
  const share = pick([0.2, 0.35, 0.5]);
  const drawn = [...OFTEN.map((name) => [name, chance(share)]), ...SELDOM.map((name) => [name, chance(0.2)])];
  return { ...Object.fromEntries(drawn), service: chance(0.8) };
}
