/** When every scenario starts, by its own calendar. */
const START = Date.parse("2026-05-01T12:00:00Z");

/** Node runs this once all promises that can be settled now are settled: what follows from one event is over. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

export type Timer = { atMs: number; order: number; run: () => void; isCancelled?: boolean };

const isBefore = (one: Timer, other: Timer) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** The time of a scenario in milliseconds. It passes only in `runUntil`, from one timer to the next. */
export class Clock {
  nowMs = 0;
  /** How far the calendar is off: the operator, or NTP, sets it. Timers don't notice. */
  shiftMs = 0;
  private scheduled = 0;
  /** A binary heap: the next timer comes first. */
  private readonly heap: Timer[] = [];

  /** The calendar's time, in milliseconds since 1970. */
  calendarMs = () => START + this.nowMs + this.shiftMs;

  after(ms: number, run: () => void): Timer {
    const timer = { atMs: this.nowMs + Math.max(0, ms), order: this.scheduled++, run };
    const { heap } = this;
    let at = heap.push(timer) - 1;
    for (
      let parent = (at - 1) >> 1;
      at > 0 && isBefore(timer, heap[parent] as Timer);
      parent = (at - 1) >> 1
    ) {
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
    return timer;
  }

  sleep = (ms: number) => new Promise<void>((resolve) => void this.after(ms, resolve));

  /** Runs all timers up to a time, each with all that follows from it at once. */
  async runUntil(ms: number): Promise<void> {
    await settled();
    for (let next = this.heap[0]; next && next.atMs <= ms; next = this.heap[0]) {
      this.removeFirst();
      if (next.isCancelled) continue;
      this.nowMs = next.atMs;
      next.run();
      await settled();
    }
    this.nowMs = ms;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop() as Timer;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child++;
      if (child >= heap.length || !isBefore(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
  }
}
