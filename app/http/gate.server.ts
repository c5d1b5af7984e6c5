import type { ServerResponse } from "node:http";
import { arrivals } from "~/http/connections.server";
import { isGone, noteRendered } from "~/http/unread-responses.server";
import { hourly } from "~/log/hourly-log.server";

type Waiting = { res: ServerResponse; admit: (isAdmitted: boolean) => void };

/**
 * Makes a gate for requests that cost processor time: a few at once, and a short queue. Clients take turns, so one with a
 * thousand requests delays another by one. If the queue is full, the client with the most requests in it loses its newest.
 *
 * @param atOnce how many are worked on at once
 * @param places how many wait
 * @param holdMs after this long (milliseconds) a request no longer counts: it waits for something else than the processor
 * @param quietMs how long new arrivals may keep the next request waiting, in milliseconds
 */
export function makeGate(limits: { atOnce: number; places: number; holdMs: number; quietMs: number }) {
  const { atOnce, places, holdMs, quietMs } = limits;
  /** By client. The first client is next; afterwards it is the last. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let working = 0;

  function admitNext(): void {
    for (const [client, [next, ...others]] of queues) {
      queues.delete(client);
      if (others.length > 0) queues.set(client, others);
      waiting--;
      if (!next || isGone(next.res)) continue;
      working++;
      onProduced(next.res, leave, holdMs);
      next.admit(true);
      return;
    }
  }

  function leave(): void {
    // First what has come in meanwhile: it may be a quote.
    whenQuiet(quietMs, () => {
      working--;
      if (working < atOnce) admitNext();
    });
  }

  function refuseNewest(): void {
    let longest: Waiting[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    waiting--;
    longest.pop()?.admit(false);
    hourly.log("warn", "site.overloaded", {
      code: "work",
      advice: "More was asked for at once than the site can do, so some clients were told to try again.",
    });
  }

  /**
   * Waits for a turn.
   *
   * @param client whose turn it is: an address, see `clientAddress`
   * @returns false if there is no room, so that the request must be refused. It stays pending if the client goes away.
   */
  return function enter(client: string, res: ServerResponse): Promise<boolean> {
    return new Promise((admit) => {
      const queue = queues.get(client);
      if (queue) queue.push({ res, admit });
      else queues.set(client, [{ res, admit }]);
      waiting++;
      if (working < atOnce) admitNext();
      else if (waiting > places) refuseNewest();
    });
  };
}

/**
 * Calls back when a turn of the event loop has brought nothing new, after `quietMs` at the latest. Node accepts one
 * connection a turn (libuv 1.46): with work in each turn, a thousand connections would keep the next out for many seconds.
 */
function whenQuiet(quietMs: number, callback: () => void): void {
  const end = performance.now() + quietMs;
  let seen = -1;
  const look = () => {
    const now = arrivals();
    if (now === seen || performance.now() > end) return callback();
    seen = now;
    setImmediate(look);
  };
  setImmediate(look);
}

/** Calls `callback` once: when the response is produced or its client gone, or after `holdMs`. */
function onProduced(res: ServerResponse, callback: () => void, holdMs: number): void {
  let isCalled = false;
  const call = () => {
    clearTimeout(timer);
    if (!isCalled) callback();
    isCalled = true;
  };
  const timer = setTimeout(call, holdMs).unref();
  res.once("close", call);
  // Not at "finish", which waits for the reader.
  const { end } = res;
  res.end = (...args: unknown[]) => {
    call();
    return end.apply(res, args as Parameters<typeof end>);
  };
  noteRendered(res);
}
