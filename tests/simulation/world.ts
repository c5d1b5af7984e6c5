import { Clock } from "./clock";
import { Disk } from "./disk";
import { makeRandom } from "./random";

/** What a disk does at present. `chance`: how many of its operations that hits. `ENOSPC` hits only what needs space. */
export type DiskState = { kind: "well" | "slow" | "hangs" | "EIO" | "ENOSPC"; chance: number };

/** A request reached the owner. `knownMs`: when the process that sent it read a yes; absent if it never did. */
export type Arrival = {
  words: string;
  id: string;
  channel: string;
  process: string;
  begunMs: number;
  atMs: number;
  knownMs?: number;
  isPresumed?: true;
};

/** A visitor's post and its answer, which is absent if the process ended first. */
export type Post = {
  words: string;
  process: string;
  atMs: number;
  answer?: { kind: string; isHeld: boolean; afterMs: number };
};

/** What an operator did with a request, or with the whole machine. */
export type Deed = { what: string; id?: string; words?: string; atMs: number; endedMs: number };

/** Everything of one scenario outside the processes, and what happened so far, for the judge. */
export class World {
  readonly random;
  readonly clock = new Clock();
  readonly disk;
  diskState: DiskState = { kind: "well", chance: 0 };
  /** Spans in which the disk was not well; the last may be open. */
  readonly diskTrouble: { fromMs: number; toMs: number }[] = [];
  /** Called before each operation of a process on the disk. */
  beforeOperation: ((process: string, path: string) => void) | undefined;
  /** In a long quiet span programs wake up every ten minutes instead of every half: any timer may be late. */
  isQuiet = false;
  readonly arrivals: Arrival[] = [];
  readonly posts: Post[] = [];
  readonly deeds: Deed[] = [];
  /** What each post to a service came to, as its process read it. */
  readonly results: { id: string; channel: string; result: string }[] = [];
  readonly givenUp: { id: string; atMs: number }[] = [];
  readonly story: string[] = [];

  constructor(seed: number) {
    this.random = makeRandom(seed);
    this.disk = new Disk(this.clock, this.random);
  }

  tell(text: string): void {
    this.story.push(`${(this.clock.nowMs / 1000).toFixed(3).padStart(12)} s  ${text}`);
  }

  setDisk(state: DiskState): void {
    const { nowMs } = this.clock;
    const last = this.diskTrouble.at(-1);
    if (last) last.toMs = Math.min(last.toMs, nowMs);
    if (state.kind !== "well") this.diskTrouble.push({ fromMs: nowMs, toMs: Number.POSITIVE_INFINITY });
    this.diskState = state;
    this.tell(`the disk: ${state.kind}, ${Math.round(100 * state.chance)} %`);
  }
}
