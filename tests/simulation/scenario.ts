import { judge } from "./judge";
import { Machine } from "./machine";
import { makeProfile } from "./profile";
import type { Program } from "./program";
import { type ServiceState, Services } from "./services";
import { makeTroubles } from "./troubles";
import { makeVisitors } from "./visitors";
import { World } from "./world";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the next event may take. Most races are between events that are close together. */
const GAPS_MS = [0, 20, 2 * SECOND, 2 * SECOND, 20 * SECOND, 20 * SECOND, 20 * MINUTE, HOUR, 5 * HOUR];

export type Report = {
  seed: number;
  /** What must not be: empty if all is well. */
  problems: string[];
  story: string[];
  counts: { posts: number; arrivals: number; copies: number; days: number };
};

/** Plays the scenario of a seed: some days of visitors and troubles, then everything works again, then it is judged. */
export async function playScenario(program: Program, seed: number): Promise<Report> {
  const world = new World(seed);
  const { random, clock } = world;
  const profile = makeProfile(random);
  const names = Object.entries(profile).filter(([, value]) => value === true);
  world.tell(`seed ${seed}: ${names.map(([name]) => name).join(", ")}; ${JSON.stringify(profile.channels)}`);
  const services = new Services(world, profile.slowService);
  const machine = new Machine(world, program, services, profile.channels);
  const troubles = makeTroubles(world, machine, services, profile);
  const visitors = makeVisitors(world, machine, profile, troubles.strike);
  machine.start();

  const advance = async (ms: number) => {
    const endMs = clock.nowMs + ms;
    await clock.runUntil(Math.min(endMs, clock.nowMs + 5 * MINUTE));
    world.isQuiet = true;
    await clock.runUntil(endMs);
    world.isQuiet = false;
  };
  await advance(random.between(0, 3 * SECOND));
  const events = Math.floor(random.between(8, 40));
  const outageAt = profile.longOutage ? Math.floor(random.between(2, events)) : events;
  for (let event = 0; event < events; event++) {
    const isVisit = machine.running.length > 0 && random.chance(0.5);
    (isVisit ? visitors : troubles.next)();
    await advance(random.between(0, 1) * random.pick(GAPS_MS));
    if (event !== outageAt) continue;
    for (const channel of ["forward", "mail"] as const)
      services.set(channel, random.pick<ServiceState>(["down", "says no"]));
    await advance(random.between(1 * DAY, 17 * DAY));
  }
  troubles.end();
  for (let quarter = 0; quarter < 2 || (quarter < 4 * 25 && machine.hasWaiting); quarter++)
    await advance(DAY / 4);
  const problems = judge(world, machine);
  for (const problem of problems) world.tell(`PROBLEM: ${problem}`);
  const { posts, arrivals } = world;
  const copies = arrivals.length - new Set(arrivals.map(({ words }) => words)).size;
  const counts = { posts: posts.length, arrivals: arrivals.length, copies, days: clock.nowMs / DAY };
  return { seed, problems, story: world.story, counts };
}
