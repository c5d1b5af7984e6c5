/** Node has four threads for files, host names and compression. A disk that hangs may block two of them. */
const CONCURRENCY = 2;
/** A flush takes milliseconds, and a visitor waits for it. */
const DEADLINE_MS = 3_000;
/** A deadline is this many waits. If the process or its machine stood still, only one is over, and the disk gets the rest. */
const TICKS = 6;

/** A disk operation took too long. `late` settles if it still ends; it is absent if the operation never began. */
export class DiskTimeout extends Error {
  readonly code = "ETIMEDOUT";
  constructor(readonly late?: Promise<unknown>) {
    super("The disk does not respond");
  }
}

/**
 * Makes the gate for the outbox's disk operations: at most two at once, each with a deadline that includes its time in the
 * queue. While two hang, others fail at once with a `DiskTimeout`. An operation must not call the gate itself.
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
