import type { Command, Machine } from "./machine";
import type { Profile } from "./profile";
import { type ServiceState, type Services, STATES } from "./services";
import type { Actor, DiskState, World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How far the clock may be set wrong, in hours. */
const SHIFTS = [0, 0, -5, 2, 80, 1_500, 1_500];
/** Operations on the disk, by their paths, and posts: the moments between two of these are where races are. */
const PLACES = ",,post to,post to,/new,/new/,/new/,/sent/,/tmp/,/tmp/,redelivery.sock".split(",");
const SERVICE_STATES = Object.keys(STATES) as ServiceState[];
const DISK_FAULTS: DiskState["kind"][] = ["slow", "hangs", "hangs", "EIO", "ENOSPC"];
/** Where an operator finds the requests for each command. */
const FOLDERS = { again: ["sent", "dead"], now: ["new"], forget: ["new", "new", "sent"] };
/** When and where a trouble comes: `path` is that of an operation on the disk, or "". */
type Moment = { path: string; process: Actor };
type Trouble = (moment: Moment) => unknown;

/** `visit` lets a visitor post, which may be the worst of moments, too. */
type Surroundings = { machine: Machine; services: Services; profile: Profile; visit: () => void };

/** Makes what goes wrong on the machine and at the services. `end` makes everything work again. */
export function makeTroubles(world: World, { machine, services, profile, visit }: Surroundings) {
  const { clock, tell } = world;
  const { pick, chance, between } = world.random;

  const freeze: Trouble = ({ process }) =>
    process.freeze(pick([3_000, 20_000, 60_000, 300_000]) * between(0.5, 1));

  const strike: Trouble = ({ process }) => {
    if (profile.powerCut && chance(0.5)) machine.powerCut();
    else if (profile.kill) machine.kill(process);
  };

  /** For a while, or for good. */
  function breakDisk(state: DiskState, lastsMs = pick([between(0, 20_000), between(0, 20_000), 0])): void {
    world.setDisk(state);
    if (lastsMs > 0) clock.after(lastsMs, () => world.setDisk());
  }
  const anyFault = () => ({ kind: pick(DISK_FAULTS), chance: pick([0.05, 0.2, 0.5, 0.9]) });

  const changeService = () => {
    const channel = pick(["forward", "forward", "mail"] as const);
    // The last state is the uncertain one.
    services.set(pick(SERVICE_STATES.slice(0, profile.uncertain ? undefined : -1)), [channel]);
  };

  /** A second site starts, and the first one, which redelivers, is stopped at last. There may be something to redeliver. */
  async function overlap(): Promise<void> {
    const [old] = machine.running();
    if (!old || machine.running().length > 1) return;
    machine.start();
    if (profile.freeze && chance(0.5)) clock.after(between(0, 60_000), () => freeze({ path: "", ...old }));
    if (profile.service && chance(0.5)) {
      services.set("down");
      for (let left = 4; left > 0; left--) clock.after(between(0, HOUR_MS / 4), visit);
      clock.after(between(0, HOUR_MS / 3), () => services.set("works"));
    }
    await clock.sleep(pick([3_000, 60_000, 3 * HOUR_MS, 3 * HOUR_MS]) * between(0, 1));
    if (!old.process.ended) await machine.stop(old);
  }

  /** The operator gives a command, most often about what is being sent or has just changed, sometimes about all that waits. */
  function operate({ path, process }: Moment): unknown {
    if (!path && chance(0.5)) return waitFor("post to", 0, operate);
    // Just when the result is saved.
    if (path.startsWith("post") && chance(0.5))
      return waitFor("/tmp/", 0, () => operate({ path: path.slice(-32), process }));
    const what = pick<Command>(["again", "now", "now", "forget"]);
    const found = machine.requestsIn(pick(FOLDERS[what]));
    const current = found.filter(({ id }) => path.includes(id));
    const one = pick(current.length > 0 ? current : chance(0.5) ? found.slice(-2) : found);
    if (!one) return undefined;
    for (const request of what === "now" && chance(0.4) ? found : [one]) void machine.command(what, request);
    if (what !== "again") return undefined;
    if (profile.disk && chance(0.7)) return failToSave(one.id);
    return profile.backup && waitFor(`post to ${one.id}`, 0, backUp);
  }

  const backUp = () => [machine.takeBackup(), clock.after(between(0, HOUR_MS), machine.restoreBackup)];

  function setClock(): void {
    const hours = pick(SHIFTS);
    clock.shiftMs = hours * HOUR_MS;
    world.deeds.push({ what: "clock", atMs: clock.nowMs, endedMs: clock.nowMs });
    tell(`the clock is set: ${hours} h off`);
  }

  /** Lets a trouble come with an operation on the disk, or with a post. */
  function waitFor(place: string, skipped: number, trouble: Trouble): void {
    let left = skipped;
    world.beforeOperation = (path, process) => {
      if (!path.includes(place) || left-- > 0 || machine.running().length === 0) return;
      world.beforeOperation = undefined;
      tell(`at ${path} of ${process.name}:`);
      trouble({ path, process });
    };
  }
  /** What comes of a post cannot be saved, or is saved late. */
  function failToSave(id = ""): void {
    const hangOnce = () => breakDisk({ kind: "hangs", chance: 1 }, 0.01);
    const fail = () => breakDisk({ kind: "EIO", chance: 0.9 });
    waitFor(`post to ${id}`, 0, chance(0.5) ? fail : () => waitFor("/tmp/", 0, hangOnce));
  }
  /** While it stands still another process may send what it has just stored. */
  function freezeWhileStoring(): void {
    waitFor("/new", Math.floor(between(0, 4)), freeze);
    visit();
  }
  const soon = (trouble: Trouble) => () => {
    const place = pick(PLACES);
    waitFor(place, Math.floor(between(0, place ? 6 : 40)), trouble);
    if (chance(0.7)) visit();
  };

  const breakSomehow = () => breakDisk(anyFault());
  const failAndVisit = () => [failToSave(), visit()];
  const ifSo = (isSo: boolean, ...troubles: Trouble[]) => (isSo ? troubles : []);
  const sudden: Trouble[] = [
    ...[visit, visit],
    ...ifSo(profile.kill || profile.powerCut, strike),
    ...ifSo(profile.freeze, freeze, freezeWhileStoring),
    ...ifSo(profile.disk, breakSomehow, failAndVisit),
    ...ifSo(profile.service, changeService),
    ...ifSo(profile.operator, operate, operate),
    ...ifSo(profile.clock, setClock),
  ];
  const possible: Trouble[] = [
    ...[...sudden, ...sudden.map(soon)],
    ...ifSo(profile.service, changeService),
    ...ifSo(profile.overlap, overlap, overlap),
    ...ifSo(profile.backup, machine.takeBackup, machine.restoreBackup, backUp),
  ];
  const troubleNow = (trouble: Trouble) => {
    const running = pick(machine.running());
    if (running) trouble({ path: "", ...running });
  };

  function end(): void {
    world.beforeOperation = undefined;
    world.setDisk();
    services.set("works");
    machine.setOff(false);
  }
  return { strike: () => troubleNow(strike), end, next: () => troubleNow(pick(possible)) };
}
