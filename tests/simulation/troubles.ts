import type { Command, Machine } from "./machine";
import type { Random } from "./random";
import { type ServiceState, type Services, STATES } from "./services";
import type { Actor, World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How far the clock may be set wrong, in hours. */
const SHIFTS = [0, 0, -5, -2, 2, 30, 80, 1_500];
/** A moment at which a trouble may come: an operation on the disk, or a post on its way. */
type Moment = { path: string; process: Actor };
type Trouble = (moment?: Moment) => void;

/** Paths, and posts, at which another trouble may wait. */
const PATHS = [
  "",
  "",
  "post to",
  "post to",
  "/new",
  "/new",
  "/new/",
  "/sent/",
  "/tmp/",
  "/tmp/",
  "redelivery.sock",
];
/** Where an operator finds the requests for each command. */
const FOLDERS = { again: ["sent", "dead"], now: ["new"], forget: ["new", "new", "sent"] };

/** Which troubles a scenario has. Each seed mixes them anew, so that some stay simple enough to read. */
export const makeProfile = ({ chance }: Random) => ({
  ...{
    kill: chance(0.4),
    powerCut: chance(0.3),
    disk: chance(0.4),
    freeze: chance(0.3),
    overlap: chance(0.5),
  },
  ...{ operator: chance(0.4), clock: chance(0.25), backup: chance(0.2), floods: chance(0.2) },
  ...{ service: chance(0.8), uncertain: chance(0.3), slowService: chance(0.4), longOutage: chance(0.15) },
});
type Profile = ReturnType<typeof makeProfile>;

/**
 * Makes what goes wrong on the machine and at the services. `end` makes everything work again.
 *
 * @param visit lets a visitor post, which may be the worst of moments, too
 */
export function makeTroubles(
  world: World,
  machine: Machine,
  services: Services,
  profile: Profile,
  visit: () => void,
) {
  const { random, clock, tell } = world;
  const freeze = ({ process }: { process: Actor } = random.pick(machine.running())) =>
    process.freeze(random.pick([3_000, 20_000, 60_000, 300_000]) * random.between(0.5, 1));

  /** Ends a process or cuts the power, if the scenario has one of these. */
  function strike({ process }: { process?: Actor } = random.pick(machine.running()) ?? {}): void {
    if (profile.powerCut && random.chance(0.5)) machine.powerCut();
    else if (profile.kill && process) machine.kill(process);
  }

  function breakDisk(): void {
    const kind = random.pick(["slow", "hangs", "hangs", "EIO", "ENOSPC"] as const);
    world.setDisk({ kind, chance: random.pick([0.05, 0.2, 0.5, 0.9]) });
    if (random.chance(0.6)) clock.after(random.between(0, 20_000), () => world.setDisk());
  }

  function changeService(): void {
    const all = Object.keys(STATES) as ServiceState[];
    const states = all.filter((state) => profile.uncertain || state !== "uncertain");
    services.set(random.pick(["forward", "forward", "mail"] as const), random.pick(states));
  }

  /**
   * Starts a second site. The first one, which redelivers, may stand still for a while, and is stopped at last. The services
   * may be down for some minutes, so that there is something to redeliver.
   */
  async function overlap(): Promise<void> {
    const [old] = machine.running();
    if (!old || machine.running().length > 1) return;
    machine.start();
    if (profile.freeze && random.chance(0.5)) clock.after(random.between(0, 60_000), () => freeze(old));
    if (profile.service && random.chance(0.5)) {
      services.setAll("down");
      clock.after(random.between(0, HOUR_MS / 3), () => services.setAll("works"));
    }
    await clock.sleep(random.pick([3_000, 60_000, 3 * HOUR_MS, 3 * HOUR_MS]) * random.next());
    if (!old.process.ended) await machine.stop(old);
  }

  /** The operator gives a command, most often about what is being sent or has just changed, sometimes about all that waits. */
  function operate({ path }: Partial<Moment> = {}): void {
    const what = random.pick<Command>(["again", "now", "now", "forget"]);
    const found = machine.requestsIn(random.pick(FOLDERS[what]));
    const latest = random.chance(0.5) ? found.slice(-2) : found;
    const one = found.find(({ id }) => path?.includes(id)) ?? random.pick(latest);
    const isAll = what === "now" && random.chance(0.4);
    for (const request of isAll ? found : [one]) if (request) void machine.command(what, request);
    if (what === "again" && one && profile.disk && random.chance(0.5))
      waitFor(`post to ${one.id}`, 0, breakDisk);
  }

  function setClock(): void {
    const hours = random.pick(SHIFTS);
    clock.shiftMs = hours * HOUR_MS;
    world.deeds.push({ what: "clock", atMs: clock.nowMs, endedMs: clock.nowMs });
    tell(`the clock is set: ${hours} h off`);
  }

  /** Lets a trouble wait for an operation on the disk or for a post: the moments between two of these are where races are. */
  function waitFor(place: string, skipped: number, trouble: Trouble): void {
    let left = skipped;
    world.beforeOperation = (path, process) => {
      if (!path.includes(place) || left-- > 0 || machine.running().length === 0) return;
      world.beforeOperation = undefined;
      tell(`at ${path} of ${process.name}:`);
      trouble({ path, process });
    };
  }
  function waitForOperation(): void {
    const place = random.pick(PATHS);
    const sudden = possible.filter((trouble) => !LONG.includes(trouble));
    waitFor(place, Math.floor(random.between(0, place === "" ? 40 : 6)), random.pick(sudden));
  }

  const LONG: Trouble[] = [overlap, waitForOperation, machine.takeBackup, machine.restoreBackup];
  const ifSo = (isSo: boolean, ...troubles: Trouble[]) => (isSo ? troubles : []);
  const possible: Trouble[] = [
    ...[waitForOperation, waitForOperation, visit],
    ...ifSo(profile.kill || profile.powerCut, strike),
    ...ifSo(profile.freeze, freeze),
    ...ifSo(profile.disk, breakDisk),
    ...ifSo(profile.service, changeService, changeService),
    ...ifSo(profile.overlap, overlap, overlap),
    ...ifSo(profile.operator, operate, operate),
    ...ifSo(profile.clock, setClock),
    ...ifSo(profile.backup, machine.takeBackup, machine.restoreBackup),
  ];

  function end(): void {
    world.beforeOperation = undefined;
    world.setDisk();
    services.setAll("works");
    machine.setOff(false);
  }
  return { strike, end, next: () => void (machine.running().length > 0 && random.pick(possible)()) };
}
