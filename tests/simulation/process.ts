import { errorOf } from "./disk";
import { LONGEST_HANG_MS, type Span, type World } from "./world";

type End = "kill" | "power cut" | "stop";

/** A process of the site or of an operator: whatever it does outside its memory goes through here and ends with it. */
export class Process {
  ended?: { atMs: number; by: End };
  /** Spans in which it stood still. */
  readonly frozen: Span[] = [];

  constructor(
    readonly world: World,
    readonly name: string,
  ) {}

  private thawsMs = () => this.frozen.at(-1)?.toMs ?? 0;
  isFrozen = () => this.thawsMs() > this.world.clock.nowMs;

  end(by: End): void {
    if (this.ended) return;
    this.ended = { atMs: this.world.clock.nowMs, by };
    this.world.tell(`${this.name} ends: ${by}`);
  }

  freeze(ms: number): void {
    const { nowMs } = this.world.clock;
    if (this.isFrozen()) return;
    this.frozen.push({ fromMs: nowMs, toMs: nowMs + ms });
    this.world.tell(`${this.name} stands still for ${Math.round(ms / 1000)} s`);
  }

  /** Runs something in this process later: once it goes on if it stands still then, never if it has ended. */
  after(ms: number, run: () => void) {
    const { clock } = this.world;
    const fire = () => {
      if (this.ended) return;
      if (this.isFrozen()) clock.after(this.thawsMs() - clock.nowMs, fire);
      else run();
    };
    return clock.after(ms, fire);
  }

  /** The result of something done in this process later. Never settled if it ends before. */
  later = <T>(ms: number, act: () => T | Promise<T>): Promise<T> =>
    new Promise<void>((resolve) => void this.after(ms, resolve)).then(act);

  /**
   * One operation on the disk. It happens at one moment of the time that it takes; a kill may come before or after that.
   * While the disk hangs not even a kill stops one that has begun.
   *
   * @param kind a disk that works does a look in no time and a change of names at once; a full one refuses a write
   */
  async operate<T>(path: string, kind: "look" | "read" | "rename" | "write", act: () => T): Promise<T> {
    const { clock, random } = this.world;
    this.world.beforeOperation?.(path, this);
    const { diskState } = this.world;
    const isHit = !this.ended && random.chance(diskState.chance);
    const is = (kind: typeof diskState.kind) => isHit && diskState.kind === kind;
    const longest = is("hangs") ? LONGEST_HANG_MS : is("slow") ? 4_000 : random.chance(0.1) ? 20 : 1;
    const ms = kind === "look" && !isHit ? 0 : random.between(0, longest);
    const actsAfter = kind === "rename" && !isHit ? 0 : random.pick([0, ms, ms * random.next()]);
    const fails = is("EIO") || (is("ENOSPC") && kind === "write");
    const hasEnded = () => this.ended && !(is("hangs") && this.ended.by !== "power cut");
    if (this.ended) return this.later(0, act);
    await clock.sleep(actsAfter);
    let result: () => T | Promise<T>;
    try {
      if (fails) throw errorOf(diskState.kind);
      const acted = hasEnded() ? this.later(0, act) : act();
      result = () => acted;
    } catch (error) {
      result = () => {
        throw error;
      };
    }
    return this.later(ms - actsAfter, result);
  }
}
