/** When every scenario starts, by its own calendar. */
const START = Date.parse("2026-05-01T12:00:00Z");

const settled = Promise.resolve();

/** The time of a scenario in milliseconds. It passes only in `runUntil`, from one timer to the next. */
export class Clock {
  nowMs = 0;
  /** How far the calendar is off. Timers don't notice. */
  shiftMs = 0;
  /** The latest first; of those at the same time, the one that was set last. */
  private readonly timers: { atMs: number; run: () => void; isCancelled: boolean }[] = [];

  /** The calendar's time, in milliseconds since 1970. */
  calendarMs = () => START + this.nowMs + this.shiftMs;
  /** Work outside of the scenario, during which no time passes. */
  private readonly pending = new Set<Promise<unknown>>();

  outside<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => this.pending.delete(done));
    this.pending.add(done);
    return done;
  }

  sleep = (ms: number) => new Promise<void>((resolve) => void this.after(ms, resolve));

  after(ms: number, run: () => void) {
    const timer = { atMs: this.nowMs + Math.max(0, ms), run, isCancelled: false };
    this.timers.splice(1 + this.timers.findLastIndex(({ atMs }) => atMs > timer.atMs), 0, timer);
    return timer;
  }

  runUntil(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // Node comes to the next tick once all that follows at once from an event is over.
      const goOn = () => process.nextTick(() => void settled.then(step));
      const step = () => {
        while (this.timers.at(-1)?.isCancelled) this.timers.pop();
        const next = this.timers.at(-1);
        if (this.pending.size > 0) void Promise.allSettled(this.pending).then(goOn);
        else if (next && next.atMs <= ms) {
          this.timers.pop();
          this.nowMs = next.atMs;
          next.run();
          goOn();
        } else {
          this.nowMs = ms;
          resolve();
        }
      };
      goOn();
    });
  }
}
