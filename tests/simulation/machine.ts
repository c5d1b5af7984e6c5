import { basename, dirname } from "node:path";
import { Process } from "./process";
import type { Program } from "./program";
import type { Services } from "./services";
import type { Setup, Stored } from "./site";
import { type Actor, type Deed, DIR, type World } from "./world";

type Sites = { channels: Setup["channels"]; count: number };
type Running = { process: Process; site: Awaited<ReturnType<ReturnType<Program>["startSite"]>> };
export type Command = "again" | "now" | "forget";
export type Machine = ReturnType<typeof makeMachine>;

/** Makes the machine with the outbox on it: the processes of so many sites, and the operator at its keyboard. */
export function makeMachine(world: World, program: Program, { post }: Services, { channels, count }: Sites) {
  const { clock, random, disk, tell } = world;
  const { readStored, isRequestFile } = program(new Process(world, "reader"));
  const processes: Process[] = [];
  const sites: Running[] = [];
  let started = 0;
  let isOff = false;
  let backup: Stored[] = [];

  const open = (name: string) => {
    const process = new Process(world, name);
    processes.push(process);
    return process;
  };
  /** The sites that run, the oldest first. */
  const running = () => sites.filter(({ process }) => !process.ended);

  const isStarting = () =>
    processes.some(
      ({ name, ended }) =>
        name.startsWith("site") && !ended && !sites.some(({ process }) => process.name === name),
    );

  function start(): void {
    const process = open(`site ${++started}`);
    tell(`${process.name} starts`);
    const site = program(process).startSite({
      isInPostgres: world.database !== undefined,
      channels,
      post: (...what) => post(process, ...what),
      log: (level, event, { advice: _, ...facts }) => {
        if (!process.ended) tell(`${process.name} logs ${level} ${event} ${JSON.stringify(facts)}`);
      },
      onGivenUp: (id) => {
        const attempts = world.results.filter((result) => result.id === id).length;
        world.givenUp.push({ id, attempts, atMs: clock.nowMs });
      },
    });
    void site.then((site) => sites.push({ process, site }));
  }

  /** Starts what is missing, one site after the other: if two start in the same millisecond, both may hold the lock. */
  function ensureSites(): void {
    if (isOff || isStarting() || running().length >= count) return;
    start();
    restartSoon();
  }
  const restartSoon = () => void clock.after(random.between(100, 20_000), ensureSites);

  function kill(process: Actor): void {
    process.end("kill");
    restartSoon();
  }

  function powerCut(): void {
    for (const process of processes) process.end("power cut");
    disk.powerCut();
    restartSoon();
  }

  /** Stops a site as a new version replaces it: it may end what it has begun. */
  async function stop({ process, site }: Running): Promise<void> {
    tell(`${process.name} gets SIGTERM`);
    await site.stop();
    await clock.sleep(20_000);
    process.end("stop");
    restartSoon();
  }

  const filesIn = (...folders: string[]) =>
    [...disk.names].filter(([path]) => folders.some((folder) => dirname(path) === `${DIR}/${folder}`));
  /** The requests in these folders of the outbox. Damaged files are left out. */
  const requestsIn = (...folders: string[]) =>
    filesIn(...folders).flatMap(([, { text }]) => readStored(text) ?? []);

  /** Gives a command on the machine: `npm run outbox again ID`. */
  async function command(what: Command, { id, words, form }: Stored): Promise<void> {
    const times = { atMs: clock.nowMs, endedMs: Number.POSITIVE_INFINITY };
    const deed: Deed = { what, id, words: `${form} ${words}`, ...times };
    const operator = open(`operator ${world.deeds.push(deed)}`);
    tell(`${operator.name} types: ${what} ${id.slice(0, 4)}`);
    const result = await program(operator)
      .makeOperator(world.database !== undefined)
      [what](id)
      .catch(String);
    deed.endedMs = clock.nowMs;
    if (String(result).includes("is being sent right now")) deed.what = "refused";
    tell(`${operator.name} sees: ${result}`);
  }

  const takeBackup = () => {
    backup = requestsIn("new");
    tell(`a backup is made of ${backup.length}`);
  };
  /** Puts what was sent since the backup back into new/. */
  function restoreBackup(): void {
    const sent = new Map(requestsIn("sent").map((request) => [request.id, request.receivedAt]));
    for (const { id, receivedAt, text } of backup) {
      const path = `${DIR}/new/${id}.json`;
      if (sent.get(id) !== receivedAt || disk.names.has(path)) continue;
      disk.create(path, text).saved = text;
      world.deeds.push({ what: "backup", id, atMs: clock.nowMs, endedMs: clock.nowMs });
      tell(`the backup brings ${id.slice(0, 4)} back`);
    }
  }

  return {
    ...{ channels, processes, readStored, running, start, kill, powerCut, stop, requestsIn, command },
    ...{ takeBackup, restoreBackup },
    hasWaiting: () => filesIn("new").some(([path]) => isRequestFile(basename(path))),
    /** Keeps the machine off, or on. */
    setOff: (off: boolean) => {
      isOff = off;
      if (off) powerCut();
      else ensureSites();
    },
  };
}
