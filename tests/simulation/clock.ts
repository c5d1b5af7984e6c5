/** When every scenario starts, by its own calendar. */
const START = Date.parse("2026-05-01T12:00:00Z");

/** Ticks come after settled promises. */
const ticked = () => new Promise<void>((resolve) => process.nextTick(resolve));

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
  /** Node continues here once all that follows at once from an event is over. */
  private async settled(): Promise<void> {
    await ticked();
    while (this.pending.size > 0) {
      await Promise.allSettled(this.pending);
      await ticked();
    }
  }

  sleep = (ms: number) => new Promise<void>((resolve) => void this.after(ms, resolve));

  after(ms: number, run: () => void) {
    const timer = { atMs: this.nowMs + Math.max(0, ms), run, isCancelled: false };
    this.timers.splice(1 + this.timers.findLastIndex(({ atMs }) => atMs > timer.atMs), 0, timer);
    return timer;
  }

  async runUntil(ms: number): Promise<void> {
    await this.settled();
    for (let next = this.timers.at(-1); next && next.atMs <= ms; next = this.timers.at(-1)) {
      this.timers.pop();
      if (next.isCancelled) continue;
      this.nowMs = next.atMs;
      next.run();
      await this.settled();
    }
    this.nowMs = ms;
  }
}
