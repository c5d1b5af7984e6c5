import { dirname } from "node:path";
import { Process } from "./process";
import type { Program } from "./program";
import type { Services } from "./services";
import { DIR } from "./settings";
import type { Identified, Setup } from "./site";
import type { World } from "./world";

export type Running = { process: Process; site: ReturnType<ReturnType<Program>["startSite"]> };
type Command = "again" | "now" | "forget";

/** The machine with the outbox on it: its processes, and the operator at its keyboard. */
export class Machine {
  readonly processes: Process[] = [];
  private sites: Running[] = [];
  private backup: (Identified & { text: string })[] = [];
  /** See `readStored` in site.ts. */
  readonly readStored;

  constructor(
    private readonly world: World,
    private readonly program: Program,
    private readonly services: Services,
    readonly channels: Setup["channels"],
  ) {
    this.readStored = program(new Process(world, "reader")).readStored;
  }

  /** The sites that run, the oldest first. */
  get running(): Running[] {
    return this.sites.filter(({ process }) => !process.ended);
  }

  start(): Running {
    const process = this.open(`site ${this.sites.length + 1}`);
    const { world, services, channels } = this;
    const site = this.program(process).startSite({
      channels,
      post: (channel, request) => services.post(process, channel, request),
      log: (level, event, { advice: _, ...facts }) => {
        if (!process.ended) world.tell(`${process.name} logs ${level} ${event} ${JSON.stringify(facts)}`);
      },
      onGivenUp: (id) => void world.givenUp.push({ id, atMs: world.clock.nowMs }),
    });
    const started = { process, site };
    this.sites.push(started);
    world.tell(`${process.name} starts`);
    return started;
  }

  /** Starts a site unless one runs. */
  ensureSite(): void {
    if (this.running.length === 0) this.start();
  }

  kill({ process }: Running): void {
    process.end("kill");
    this.restartSoon();
  }

  powerCut(): void {
    for (const process of this.processes) process.end("power cut");
    this.world.disk.powerCut();
    this.restartSoon();
  }

  /** Stops a site as a new version replaces it: it may end what it has begun. */
  async stop({ process, site }: Running): Promise<void> {
    this.world.tell(`${process.name} is told to stop`);
    await site.stop();
    await this.world.clock.sleep(20_000);
    process.end("stop");
    this.restartSoon();
  }

  /** The request of each file in these folders of the outbox; damaged ones are left out. */
  requestsIn(...folders: string[]) {
    const isIn = (path: string) => folders.some((folder) => dirname(path) === `${DIR}/${folder}`);
    const found = [...this.world.disk.names].filter(([path]) => isIn(path));
    return found.flatMap(([, { text }]) => {
      const request = this.readStored(text);
      return request ? [{ ...request, text }] : [];
    });
  }

  /** Whether a file, damaged or not, waits to be sent. */
  get hasWaiting(): boolean {
    return [...this.world.disk.names.keys()].some((path) => dirname(path) === `${DIR}/new`);
  }

  /** Gives a command on the machine: `npm run outbox again ID`. */
  async command(what: Command, { id, words, form }: Identified): Promise<void> {
    const { world } = this;
    const deed = {
      what,
      id,
      words: `${form} ${words}`,
      atMs: world.clock.nowMs,
      endedMs: Number.POSITIVE_INFINITY,
    };
    world.deeds.push(deed);
    world.tell(`the operator types: ${what} ${id.slice(0, 4)}`);
    const operator = this.open(`operator ${world.deeds.length}`);
    const result = await this.program(operator).makeOperator()[what](id).catch(String);
    deed.endedMs = world.clock.nowMs;
    world.tell(`the operator sees: ${result}`);
  }

  /** Copies the waiting requests to another place. */
  takeBackup = (): void => {
    this.backup = this.requestsIn("new");
    this.world.tell(`a backup is made, waiting: ${this.backup.length}`);
  };

  /** Puts the requests of the backup that were sent since back into new/, as a restored backup does. */
  restoreBackup = (): void => {
    const { disk } = this.world;
    const sent = new Map(this.requestsIn("sent").map((request) => [request.id, request]));
    for (const { id, receivedAt, text } of this.backup) {
      const path = `${DIR}/new/${id}.json`;
      if (sent.get(id)?.receivedAt !== receivedAt || disk.names.has(path)) continue;
      Object.assign(disk.create(path), { text, saved: text });
      this.world.tell(`a backup brings ${id.slice(0, 4)} back`);
    }
  };

  private open(name: string): Process {
    const process = new Process(this.world, name);
    this.processes.push(process);
    return process;
  }

  private restartSoon(): void {
    const { clock, random } = this.world;
    clock.after(random.between(100, 20_000), () => this.ensureSite());
  }
}
