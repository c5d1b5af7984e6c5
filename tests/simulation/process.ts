import { errorOf } from "./disk";
import type { World } from "./world";

const never = <T>() => new Promise<T>(() => {});

/** A process of the site or of an operator: whatever it does outside its memory goes through here and ends with it. */
export class Process {
  ended: { atMs: number; by: "kill" | "power cut" | "stop" } | undefined;
  /** Spans in which it stood still. */
  readonly frozen: { fromMs: number; toMs: number }[] = [];

  constructor(
    readonly world: World,
    readonly name: string,
  ) {}

  get isFrozen(): boolean {
    return (this.frozen.at(-1)?.toMs ?? 0) > this.world.clock.nowMs;
  }

  end(by: "kill" | "power cut" | "stop"): void {
    if (this.ended) return;
    this.ended = { atMs: this.world.clock.nowMs, by };
    this.world.tell(`${this.name} ends: ${by}`);
  }

  freeze(ms: number): void {
    const { nowMs } = this.world.clock;
    this.frozen.push({ fromMs: nowMs, toMs: nowMs + ms });
    this.world.tell(`${this.name} stands still for ${Math.round(ms / 1000)} s`);
  }

  /** Whether an operation that has begun still happens. */
  private canFinish = (hangs: boolean) => !this.ended || (hangs && this.ended.by !== "power cut");

  /** Runs something in this process later: once it goes on if it stands still then, never if it has ended. */
  after(ms: number, run: () => void) {
    const fire = () => {
      if (this.ended) return;
      if (!this.isFrozen) return run();
      this.world.clock.after((this.frozen.at(-1)?.toMs ?? 0) - this.world.clock.nowMs, fire);
    };
    return this.world.clock.after(ms, fire);
  }

  /** A promise that is settled in this process: never once it has ended. */
  settle<T>(ms: number, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.after(ms, () => {
        try {
          resolve(result());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /**
   * One operation on the disk. It happens at one moment of the time that it takes; a kill may come before or after that.
   * While the disk hangs not even a kill stops one that has begun. `needsSpace`: a full disk refuses it.
   */
  async operate<T>(path: string, act: () => T, needsSpace = false): Promise<T> {
    const { clock, random } = this.world;
    this.world.beforeOperation?.(this.name, path);
    if (this.ended) return never();
    const { kind, chance } = this.world.diskState;
    const isHit = kind !== "well" && random.chance(chance);
    let ms = random.chance(0.9) ? random.between(0.05, 1) : random.between(0.1, 20);
    if (isHit && kind === "slow") ms += random.between(0, 4_000);
    const hangs = isHit && kind === "hangs";
    if (hangs) ms += random.between(0, 60_000);
    const fails = isHit && (kind === "EIO" || (kind === "ENOSPC" && needsSpace));
    const actsAfter = random.pick([0, ms, ms * random.next()]);
    let outcome: () => T = () => {
      throw errorOf(kind, path);
    };
    await clock.sleep(actsAfter);
    const isInTime = this.canFinish(hangs);
    if (isInTime && !fails) outcome = attempt(act);
    return this.settle(ms - actsAfter, () => outcome());
  }
}

/** Does something now, and returns what gives its result, or throws its error, later. */
function attempt<T>(act: () => T): () => T {
  try {
    const result = act();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
