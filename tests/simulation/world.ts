import { Clock } from "./clock";
import type { Database } from "./database";
import { makeDisk } from "./disk";
import { makeRandom } from "./random";

export const DIR = "/data/outbox";
/** FORWARD_TIMEOUT_MS, and the longest that a visitor may wait. */
export const TIMEOUT_MS = 10_000;
export const LONGEST_ANSWER_MS = TIMEOUT_MS + 5_000;

/** What a disk does at present. `chance`: how many of its operations that hits. `ENOSPC` hits only what needs space. */
export type DiskState = { kind: "slow" | "hangs" | "EIO" | "ENOSPC"; chance: number };
/** An operation that has begun to hang does so for this long at most, even if the disk works again. */
export const LONGEST_HANG_MS = 60_000;
const WELL: DiskState = { kind: "slow", chance: 0 };

export type Span = { fromMs: number; toMs: number };
/** Whether one of these spans has a moment of that time. */
export const overlap = (spans: readonly Span[], fromMs: number, toMs: number) =>
  spans.some((span) => span.fromMs < toMs && span.toMs > fromMs);

/** A request reached the owner. `knownMs`: when its process read a yes, if ever; `unclear`: that said not whether it accepted. */
export type Arrival = {
  words: string;
  id: string;
  channel: string;
  process: string;
  begunMs: number;
  atMs: number;
  knownMs?: number;
  isUnclear?: boolean;
};
/** A visitor's post and its answer, if there was one. */
export type Post = {
  words: string;
  process: string;
  atMs: number;
  answer?: { kind: string; isHeld: boolean; delayMs: number };
};
/** What an operator did with a request, or with the clock. */
export type Deed = { what: string; id?: string; words?: string; atMs: number; endedMs: number };

/** A process, as those see it who trouble it. */
export type Actor = { name: string; end: (by: "kill") => void; freeze: (ms: number) => void };

/** Everything of one scenario outside the processes, and what happened so far. */
export class World {
  readonly random;
  readonly clock = new Clock();
  readonly disk;
  diskState = WELL;
  /** Spans in which the disk was not well. */
  readonly diskTrouble: Span[] = [];
  /** Called with its path before each operation on the disk, and while a post is on its way. */
  beforeOperation?: (path: string, process: Actor) => void;
  isQuiet = false;
  /** Where requests are, if not in a folder. */
  database?: Database;
  readonly arrivals: Arrival[] = [];
  readonly posts: Post[] = [];
  readonly deeds: Deed[] = [];
  /** What each post to a service came to, as its process read it. */
  readonly results: { id: string; process: string; begunMs: number; result: string }[] = [];
  readonly givenUp: { id: string; attempts: number; atMs: number }[] = [];
  readonly story: string[] = [];

  constructor(seed: number) {
    this.random = makeRandom(seed);
    this.disk = makeDisk(this.clock, this.random);
  }

  tell = (text: string) => void this.story.push(`${(this.clock.nowMs / 1000).toFixed(3)} s  ${text}`);

  setDisk(state = WELL): void {
    const { nowMs } = this.clock;
    const last = this.diskTrouble.at(-1);
    const lastsMs = this.diskState.kind === "hangs" ? LONGEST_HANG_MS : 0;
    if (last && this.diskState !== WELL) last.toMs = nowMs + lastsMs;
    if (state !== WELL) this.diskTrouble.push({ fromMs: nowMs, toMs: Number.POSITIVE_INFINITY });
    this.diskState = state;
    this.tell(state === WELL ? "the disk works" : `the disk: ${state.kind}, ${100 * state.chance} %`);
  }
}
