import type { Database } from "./database";
import { judge } from "./judge";
import { makeMachine } from "./machine";
import { makeProfile } from "./profile";
import type { Program } from "./program";
import { makeServices } from "./services";
import type { Setup } from "./site";
import { makeTroubles } from "./troubles";
import { makeVisitors } from "./visitors";
import { World } from "./world";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long the next event may take. Most races are between events that are close together. */
const GAPS_MS = [0, 20, 2_000, 2_000, 20_000, 20_000, 20 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS / 4];

const BOTH: Setup["channels"] = { atOnce: ["forward", "mail"], late: [] };
const CHANNELS = [
  { atOnce: ["forward"], late: [] },
  { atOnce: ["forward"], late: ["mail"] },
  BOTH,
  BOTH,
] as const;

/** `problems`: what must not be; none if all is well. `story`: what happened, line by line. */
export type Report = { seed: number; problems: string[]; story: string[]; counts: Record<string, number> };

/**
 * Plays the scenario of a seed: some days of visitors and troubles, then everything works again, then it is judged.
 *
 * @param database makes the one that has the requests; without it they are in a folder
 */
export async function playScenario(
  program: Program,
  seed: number,
  database?: (world: World) => Promise<Database>,
): Promise<Report> {
  const world = new World(seed);
  world.database = await database?.(world);
  const { random, clock, tell, posts, arrivals, story } = world;
  const profile = makeProfile(random);
  // Several sites are what PostgreSQL is for, and a backup of it brings back more than a file.
  if (world.database) Object.assign(profile, { twoSites: true, backup: false });
  const channels = random.pick(CHANNELS);
  const traits = Object.entries(profile).flatMap(([name, isSo]) => (isSo ? [name] : []));
  tell(`seed ${seed}: ${traits.join(", ")}; ${JSON.stringify(channels)}`);
  const services = makeServices(world, profile.slowService);
  const machine = makeMachine(world, program, services, { channels, count: profile.twoSites ? 2 : 1 });
  const visit = makeVisitors(world, machine, profile.floods, () => troubles.strike());
  const troubles = makeTroubles(world, { machine, services, profile, visit });

  /** Lets time pass. After some minutes of it sites need less attention; two of them later, since they may meet. */
  async function pass(ms: number): Promise<void> {
    const endMs = clock.nowMs + ms;
    const busyMs = (machine.running().length < 2 ? 5 : 30) * MINUTE_MS;
    await clock.runUntil(Math.min(endMs, clock.nowMs + busyMs));
    world.isQuiet = true;
    await clock.runUntil(endMs);
    world.isQuiet = false;
  }

  machine.setOff(false);
  await pass(random.between(0, 3_000));
  const events = Math.floor(random.between(8, 40));
  const outage = profile.longOutage ? Math.floor(random.between(2, events)) : -1;
  for (let event = 0; event < events; event++) {
    if (random.chance(0.5)) visit();
    else troubles.next();
    await pass(random.next() * random.pick(GAPS_MS));
    if (event !== outage) continue;
    services.set(random.pick(["down", "says no"] as const));
    visit();
    await pass((random.next() * DAY_MS) / 2);
    if (random.chance(0.5)) machine.setOff(true);
    await pass(random.between(DAY_MS, 30 * DAY_MS));
    machine.setOff(false);
    // Some services need longer.
    if (random.chance(0.5)) await pass(DAY_MS);
  }
  troubles.end();
  await pass(DAY_MS / 2);
  for (let day = 0; day < 25 && machine.hasWaiting(); day++) await pass(DAY_MS);
  const problems = judge(world, machine);
  for (const problem of problems) tell(`PROBLEM: ${problem}`);
  const copies = arrivals.length - new Set(arrivals.map(({ words }) => words)).size;
  const counts = { posts: posts.length, arrivals: arrivals.length, copies, days: clock.nowMs / DAY_MS };
  return { seed, problems, story, counts };
}
