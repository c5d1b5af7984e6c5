/** Of the four threads that Node has for files, DNS and compression. A hanging disk blocks only these two. */
const CONCURRENCY = 2;
/** A visitor waits for an fsync, which usually takes milliseconds. */
const DEADLINE_MS = 3_000;
/** The deadline is counted in ticks, so a process that was suspended loses one tick, not the whole deadline. */
const TICKS = 6;

/** A disk operation timed out. `late` settles if the operation still ends; undefined if it never began. */
export class DiskTimeout extends Error {
  readonly code = "ETIMEDOUT";
  constructor(readonly late?: Promise<unknown>) {
    super("The disk does not respond");
  }
}

/**
 * Makes a limiter for disk operations: at most two run at a time, each with a deadline that includes its time in the queue.
 * While two hang, others are rejected immediately with `DiskTimeout`. Do not nest calls: they could wait for each other.
 */
export function makeIoLimiter(deadlineMs = DEADLINE_MS) {
  const queue: (() => void)[] = [];
  let running = 0;
  let stuck = 0;

  return function disk<T>(operation: () => Promise<T>): Promise<T> {
    if (stuck >= CONCURRENCY) return Promise.reject(new DiskTimeout());
    return new Promise((resolve, reject) => {
      let begun: Promise<T> | undefined;
      let overdue = false;
      const end = () => {
        clearInterval(timer);
        running--;
        if (overdue) stuck--;
        queue.shift()?.();
      };
      const begin = () => {
        running++;
        begun = operation();
        begun.then(resolve, reject);
        begun.then(end, end);
      };
      let ticks = 0;
      const timer = setInterval(() => {
        if (++ticks < TICKS) return;
        clearInterval(timer);
        overdue = begun !== undefined;
        if (overdue) stuck++;
        else queue.splice(queue.indexOf(begin), 1);
        reject(new DiskTimeout(begun));
      }, deadlineMs / TICKS);
      if (running < CONCURRENCY) begin();
      else queue.push(begin);
    });
  };
}

export const disk = makeIoLimiter();
