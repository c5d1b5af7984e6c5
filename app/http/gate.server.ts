import { arrivals } from "~/http/connections.server";
import { throttledLog } from "~/log/throttled-log.server";

type Waiting = { isGone: () => boolean; admit: (release: Release | undefined) => void };
/** Says that the work is done. Further calls change nothing. */
export type Release = () => void;

/**
 * Makes a gate for work that costs processor time: a few at once, and a short queue. Clients take turns, so one with a
 * thousand requests delays another by one. If the queue is full, the client with the most requests in it loses its newest.
 *
 * @param concurrency how many are worked on at once
 * @param queueSize how many wait
 * @param maxHoldMs after this long (milliseconds) work no longer counts: it waits for something else than the processor
 * @param maxDrainMs how long new arrivals may keep the next one waiting, in milliseconds
 */
export function makeGate(limits: {
  concurrency: number;
  queueSize: number;
  maxHoldMs: number;
  maxDrainMs: number;
}) {
  const { concurrency, queueSize, maxHoldMs, maxDrainMs } = limits;
  /** By client, none of them empty. The first client is next; afterwards it is the last. */
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
    // First what has come in meanwhile: it may be a quote.
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
      advice: "More was asked for at once than the site can do, so some clients were told to try again.",
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
   * @param client whose turn it is: an address, see `clientAddress`
   * @param isGone whether the client has gone away: then it gets no turn, and the promise stays pending
   * @returns what to call when the work is done; undefined if there is no room, so that the request must be refused
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
 * Waits for a turn of the event loop that brings nothing new, `maxDrainMs` at most. Node accepts one connection a turn (libuv
 * 1.46): with work in each turn, a thousand connections would keep the next out for many seconds.
 */
async function untilQuiet(maxDrainMs: number): Promise<void> {
  const end = performance.now() + maxDrainMs;
  for (let seen = -1; seen !== arrivals() && performance.now() <= end; ) {
    seen = arrivals();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
