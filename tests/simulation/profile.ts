import type { Random } from "./random";
import type { Setup } from "./site";

const CHANNELS: Setup["channels"][] = [
  { atOnce: ["forward"], late: [] },
  { atOnce: ["forward"], late: ["mail"] },
  { atOnce: ["forward", "mail"], late: [] },
  { atOnce: ["forward", "mail"], late: [] },
];

/** Which troubles a scenario has: each seed mixes them anew, so that some stay simple enough to read. */
export const makeProfile = ({ chance, pick }: Random) => ({
  channels: pick(CHANNELS),
  kill: chance(0.4),
  powerCut: chance(0.3),
  disk: chance(0.4),
  freeze: chance(0.25),
  overlap: chance(0.4),
  operator: chance(0.4),
  clock: chance(0.25),
  flood: chance(0.2),
  backup: chance(0.2),
  service: chance(0.8),
  uncertain: chance(0.3),
  slowService: chance(0.3),
  longOutage: chance(0.12),
});

export type Profile = ReturnType<typeof makeProfile>;
