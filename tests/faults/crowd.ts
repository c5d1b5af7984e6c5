import type { Arrival } from "../forwarder/arrival.mjs";
import type { Sent } from "./cell";
import { TAKEN } from "./matrix";
import { typedIn } from "./verdict";
import { send, type Typed, typeSomething } from "./visitor";

/** The visitors of one case: what they typed, what they were told, and how long the slowest answer took. */
export function makeCrowd(port: () => number) {
  const sent: Sent[] = [];
  let slowestMs = 0;

  /** One request, posted now. A connection that broke leaves it at "nothing". */
  async function post(typed: Typed = typeSomething()): Promise<Sent> {
    const one: Sent = { typed, told: "nothing" };
    sent.push(one);
    const began = performance.now();
    one.told = await send(port(), typed);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    return one;
  }

  return {
    sent,
    post,
    atOnce: (count: number) => Promise.all(Array.from({ length: count }, () => post())),
    /** The slowest answer since this was last asked, in milliseconds. */
    slowestMs: () => {
      const ms = Math.round(slowestMs);
      slowestMs = 0;
      return ms;
    },
  };
}

/** Counts what became of the crowd's requests: what arrived in a way that the service may have taken, and what is kept. */
export function count(sent: readonly Sent[], arrivals: readonly Arrival[], kept: readonly Typed[]) {
  const times = new Map<string, number>();
  for (const arrival of arrivals) {
    if (!TAKEN.includes(arrival.mode)) continue;
    const typed = typedIn(arrival);
    if (!typed) continue; // Cut short by a kill: the service got no request.
    const key = JSON.stringify(typed);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const waiting = new Set(kept.map((typed) => JSON.stringify(typed)));
  const keys = sent.map(({ typed }) => JSON.stringify(typed));
  const told = sent.filter((one) => one.told === "sent");
  const lost = told.filter(({ typed }) => {
    const key = JSON.stringify(typed);
    return !times.has(key) && !waiting.has(key);
  }).length;
  return {
    sent: told.length,
    lost,
    arrived: keys.filter((key) => times.has(key)).length,
    copies: keys.reduce((sum, key) => sum + Math.max(0, (times.get(key) ?? 0) - 1), 0),
    strange: [...times.keys()].filter((key) => !keys.includes(key)).length,
  };
}
