import type { Machine } from "./machine";
import type { Profile } from "./profile";
import type { ServiceState, Services } from "./services";
import type { ChannelName } from "./site";
import type { DiskState, World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
const PLACES = ["", "", "/new/", "/new/", "/sent/", "/tmp/", "redelivery.sock"];

/** Makes what goes wrong on the machine and at the services. `end` makes everything work again. */
export function makeTroubles(world: World, machine: Machine, services: Services, profile: Profile) {
  const { random, clock } = world;
  const site = () => random.pick(machine.running);

  /** Ends the process or cuts the power, if the scenario has one of these. */
  function strike(): void {
    if (profile.powerCut && random.chance(0.5)) machine.powerCut();
    else if (profile.kill && machine.running.length > 0) machine.kill(site());
  }

  const freeze = () =>
    site().process.freeze(random.pick([3_000, 20_000, 60_000, 300_000]) * random.between(0.5, 1));

  function breakDisk(): void {
    const kinds: DiskState["kind"][] = ["well", "slow", "hangs", "hangs", "EIO", "ENOSPC"];
    world.setDisk({ kind: random.pick(kinds), chance: random.pick([0.05, 0.2, 0.5, 0.9]) });
    if (random.chance(0.5))
      clock.after(random.between(0, 20_000), () => world.setDisk({ kind: "well", chance: 0 }));
  }

  function changeService(): void {
    const states: ServiceState[] = ["works", "says no", "down", "silent", "flaky"];
    if (profile.uncertain) states.push("uncertain", "uncertain");
    services.set(random.pick<ChannelName>(["forward", "forward", "mail"]), random.pick(states));
  }

  async function overlap(): Promise<void> {
    if (machine.running.length > 1) return;
    const [old] = machine.running;
    machine.start();
    await clock.sleep(random.pick([0, 3_000, 60_000, 3 * HOUR_MS]) * random.next());
    if (old && !old.process.ended) await machine.stop(old);
  }

  function operate(): void {
    const what = random.pick(["again", "now", "forget"] as const);
    const places = { again: ["sent", "dead"], now: ["new"], forget: ["new", "new", "sent"] }[what];
    const found = machine.requestsIn(random.pick(places));
    if (found.length > 0) void machine.command(what, random.pick(found));
  }

  function setClock(): void {
    clock.shiftMs = random.pick([0, 0, -5, -2, 2, 30, 80]) * HOUR_MS;
    world.deeds.push({ what: "clock", atMs: clock.nowMs, endedMs: clock.nowMs });
    world.tell(`the clock is set: ${clock.shiftMs / HOUR_MS} h off`);
  }

  /** Lets another trouble wait for an operation on the disk: the moments between two of them are where races are. */
  function ambush(): void {
    const place = random.pick(PLACES);
    let left = Math.floor(random.between(0, place === "" ? 40 : 6));
    const sudden = possible.filter(({ isSudden }) => isSudden);
    if (sudden.length === 0) return;
    const { run } = random.pick(sudden);
    world.beforeOperation = (_, path) => {
      if (!path.includes(place) || left-- > 0 || machine.running.length === 0) return;
      world.beforeOperation = undefined;
      world.tell(`at an operation on ${path}:`);
      run();
    };
  }

  const all: { may: boolean; isSudden?: true; run: () => void }[] = [
    { may: profile.kill || profile.powerCut, isSudden: true, run: strike },
    { may: profile.freeze, isSudden: true, run: freeze },
    { may: profile.disk, isSudden: true, run: breakDisk },
    { may: profile.service, run: changeService },
    { may: profile.service, isSudden: true, run: changeService },
    { may: profile.overlap, run: () => void overlap() },
    { may: profile.operator, isSudden: true, run: operate },
    { may: profile.operator, run: operate },
    { may: profile.clock, isSudden: true, run: setClock },
    { may: profile.backup, run: machine.takeBackup },
    { may: profile.backup, run: machine.restoreBackup },
    { may: true, run: ambush },
    { may: true, run: ambush },
  ];
  const possible = all.filter(({ may }) => may);

  return {
    strike,
    next: () => {
      if (machine.running.length > 0) random.pick(possible).run();
    },
    end: () => {
      world.beforeOperation = undefined;
      world.setDisk({ kind: "well", chance: 0 });
      for (const channel of ["forward", "mail"] as const) services.set(channel, "works");
      machine.ensureSite();
    },
  };
}
