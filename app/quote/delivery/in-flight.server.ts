import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";
import type { Outcome } from "~/quote/outcome";

/** `outcome`: what visitors who sent the quote see, as soon as it is known; undefined if nothing was sent. */
type Flight = { outcome: Promise<Outcome | undefined>; done: Promise<unknown> };

export type Respond = (outcome: Outcome) => void;
export type InFlight = ReturnType<typeof makeInFlight>;

/** At most one delivery of a quote runs in this process; a second one joins it. What was accepted within the hour is a repeat. */
export function makeInFlight(now: () => Date) {
  /** When each was accepted (milliseconds), the oldest first. */
  const acceptedAt = new Map<string, number>();
  const flights = new Map<string, Flight>();

  /**
   * Runs `work` on a quote. `respond` gives the outcome before `work` is done. Throws if the quote is in flight: ask `flightOf`
   * before, and wait for nothing in between.
   */
  function runExclusive(id: string, work: (respond: Respond) => Promise<unknown>): Flight {
    if (flights.has(id)) throw new Error("This quote is in flight.");
    let done: Promise<unknown> = Promise.resolve();
    const outcome = new Promise<Outcome | undefined>((resolve, reject) => {
      done = work(resolve).finally(() => flights.delete(id));
      done.then(() => resolve(undefined), reject);
    });
    outcome.catch(() => {}); // Perhaps nobody waits for it.
    flights.set(id, { outcome, done });
    return { outcome, done };
  }

  /** The clock may have been set back. */
  const isOld = (at: number) => Math.abs(now().getTime() - at) > SAME_QUOTE_MS;

  function isRepeat(id: string): boolean {
    for (const [other, at] of acceptedAt) {
      if (!isOld(at)) break;
      acceptedAt.delete(other);
    }
    return !isOld(acceptedAt.get(id) ?? Number.NEGATIVE_INFINITY);
  }

  /** Remembers an acceptance, or forgets an earlier one. */
  function remember(id: string, isAccepted: boolean): void {
    acceptedAt.delete(id); // The oldest stay first.
    if (isAccepted) acceptedAt.set(id, now().getTime());
  }

  return { runExclusive, flightOf: (id: string) => flights.get(id), isRepeat, remember };
}
