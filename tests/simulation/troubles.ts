import type { Command, Machine } from "./machine";
import type { Random } from "./random";
import { type ServiceState, type Services, STATES } from "./services";
import { type Actor, DIR, type DiskState, type World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How far the clock may be set wrong, in hours. */
const SHIFTS = [0, 0, -5, 2, 80, 1_500, 1_500];
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
const DISK_FAULTS: DiskState["kind"][] = ["slow", "hangs", "hangs", "EIO", "ENOSPC"];
/** Where an operator finds the requests for each command. */
const FOLDERS = { again: ["sent", "dead"], now: ["new"], forget: ["new", "new", "sent"] };

/** Which troubles a scenario has. Each seed mixes them anew: few of them come often, or many of them now and then. */
export function makeProfile({ chance, pick }: Random) {
  const share = pick([0.2, 0.35, 0.5]);
  return {
    ...{ kill: chance(share), powerCut: chance(share), disk: chance(share), freeze: chance(share) },
    ...{
      overlap: chance(share),
      operator: chance(share),
      clock: chance(share),
      backup: chance(share / 2),
    },
    ...{
      floods: chance(share / 2),
      uncertain: chance(share),
      slowService: chance(share),
      service: chance(0.8),
    },
    ...{ longOutage: chance(0.2), twoSites: chance(0.3) },
  };
}
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

  /** While it stands still another process may send what it has just stored. */
  function freezeWhileStoring(): void {
    waitFor(`${DIR}/new`, Math.floor(random.between(0, 4)), freeze);
    visit();
  }

  /** Ends a process or cuts the power, if the scenario has one of these. */
  function strike({ process }: { process?: Actor } = random.pick(machine.running()) ?? {}): void {
    if (profile.powerCut && random.chance(0.5)) machine.powerCut();
    else if (profile.kill && process) machine.kill(process);
  }

  function breakDisk(state: DiskState): void {
    world.setDisk(state);
    if (random.chance(0.6)) clock.after(random.between(0, 20_000), () => world.setDisk());
  }
  const breakDiskAnyhow = () =>
    breakDisk({ kind: random.pick(DISK_FAULTS), chance: random.pick([0.05, 0.2, 0.5, 0.9]) });

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
    if (!path && random.chance(0.4)) {
      waitFor("post to", 0, operate);
      return;
    }
    const what = random.pick<Command>(["again", "now", "forget"]);
    const found = machine.requestsIn(random.pick(FOLDERS[what]));
    const latest = random.chance(0.5) ? found.slice(-2) : found;
    const one = found.find(({ id }) => path?.includes(id)) ?? random.pick(latest);
    const isAll = what === "now" && random.chance(0.4);
    for (const request of isAll ? found : [one]) if (request) void machine.command(what, request);
    if (!one || !profile.disk || random.chance(0.3)) return;
    // A change that is slow may meet another one, and a result that is not saved must be remembered.
    if (what === "again") waitFor(`post to ${one.id}`, 0, () => breakDisk({ kind: "EIO", chance: 0.9 }));
    else breakDisk({ kind: "slow", chance: 0.5 });
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
    if (random.chance(0.5)) visit();
  }

  const LONG: Trouble[] = [
    overlap,
    waitForOperation,
    freezeWhileStoring,
    machine.takeBackup,
    machine.restoreBackup,
  ];
  const ifSo = (isSo: boolean, ...troubles: Trouble[]) => (isSo ? troubles : []);
  const possible: Trouble[] = [
    ...[waitForOperation, waitForOperation, visit, visit, visit],
    ...ifSo(profile.kill || profile.powerCut, strike),
    ...ifSo(profile.freeze, freeze, freezeWhileStoring),
    ...ifSo(profile.disk, breakDiskAnyhow),
    ...ifSo(profile.service, changeService, changeService),
    ...ifSo(profile.overlap, overlap, overlap),
    ...ifSo(profile.operator, operate, operate, operate, operate),
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
