import { arrivals } from "~/http/connections.server";
import { throttledLog } from "~/log/throttled-log.server";

type Waiting = { isGone: () => boolean; admit: (release: Release | undefined) => void };
/** Call it when the work is done. Further calls do nothing. */
export type Release = () => void;

type Limits = Record<"concurrency" | "queueSize" | "maxHoldMs" | "maxDrainMs", number>;

/**
 * Makes a concurrency limiter with a fair queue, for work that costs CPU time. Clients take turns, so one with a thousand requests
 * delays another by one. If the queue is full, the newest request of the client with the most requests is refused.
 *
 * @param concurrency how many requests are worked on at a time
 * @param queueSize how many requests may wait
 * @param maxHoldMs work that takes longer (milliseconds) is released: it waits for I/O, not for the CPU
 * @param maxDrainMs how long arriving requests may delay the next admission, in milliseconds
 */
export function makeGate({ concurrency, queueSize, maxHoldMs, maxDrainMs }: Limits) {
  /** Non-empty queues by client, for round-robin: the first client is next, then moves to the end. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let working = 0;

  function admitNext(): void {
    for (const [client, [next, ...others]] of queues) {
      queues.delete(client);
      if (others.length > 0) queues.set(client, others);
      waiting--;
      if (!next || next.isGone()) continue;
      working++;
      next.admit(once(release));
      return;
    }
  }

  async function release(): Promise<void> {
    // Accept what has arrived first: it may be a quote.
    await untilQuiet(maxDrainMs);
    working--;
    if (working < concurrency) admitNext();
  }

  function refuseNewest(): void {
    let [client, longest]: [string, Waiting[]] = ["", []];
    for (const [other, queue] of queues)
      if (queue.length >= longest.length) [client, longest] = [other, queue];
    const refused = longest.pop();
    if (longest.length === 0) queues.delete(client);
    waiting--;
    refused?.admit(undefined);
    throttledLog.log("warn", "site.overloaded", {
      code: "work",
      advice:
        "The site got more requests at once than it can handle, so some clients were told to try again.",
    });
  }

  function once(callback: Release): Release {
    let isCalled = false;
    const call = () => {
      clearTimeout(timer);
      if (!isCalled) callback();
      isCalled = true;
    };
    const timer = setTimeout(call, maxHoldMs).unref();
    return call;
  }

  /**
   * Waits for a turn.
   *
   * @param client see `clientAddress`
   * @param isGone whether the client has disconnected: then the promise stays pending
   * @returns undefined if the queue is full, so that the request must be refused
   */
  return function enter(client: string, isGone: () => boolean): Promise<Release | undefined> {
    return new Promise((admit) => {
      const queue = queues.get(client);
      if (queue) queue.push({ isGone, admit });
      else queues.set(client, [{ isGone, admit }]);
      waiting++;
      if (working < concurrency) admitNext();
      else if (waiting > queueSize) refuseNewest();
    });
  };
}

/**
 * Waits until an iteration of the event loop brings no new connection or request, at most `maxDrainMs`. Node accepts only one
 * connection per iteration (libuv 1.46): with work in each, a thousand connections would delay the next by many seconds.
 */
async function untilQuiet(maxDrainMs: number): Promise<void> {
  const end = performance.now() + maxDrainMs;
  for (let lastCount = -1; lastCount !== arrivals() && performance.now() <= end; ) {
    lastCount = arrivals();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
