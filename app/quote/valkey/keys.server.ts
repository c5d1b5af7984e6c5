import type { ChainableCommander } from "ioredis";

/** The keys of one site on Valkey. Each begins with `prefix`, so sites can share a Valkey. */
export const keysOf = (prefix: string) => ({
  /** Hashes of requests, as JSON by id: those that wait, were given up, and look like spam. */
  new: `${prefix}:new`,
  dead: `${prefix}:dead`,
  suspect: `${prefix}:suspect`,
  /** Of each waiting request its times and tries, as JSON by id, and a sorted set of when they came. */
  index: `${prefix}:index`,
  received: `${prefix}:received`,
  /** A set: the ids of those that one channel has accepted, and another has not. They are not in `received`. */
  partial: `${prefix}:partial`,
  /** A sent request, deleted by age. */
  sent: (id: string) => `${prefix}:sent:${id}`,
  /** That a request is done: accepted, replaced or deleted. It distinguishes "finished" from "forgotten". */
  done: (id: string) => `${prefix}:done:${id}`,
  /** An attempt under way, and its verdict. */
  attempt: (id: string) => `${prefix}:attempt:${id}`,
  verdict: (id: string) => `${prefix}:verdict:${id}`,
  leader: `${prefix}:leader`,
  /** The key that all processes make ids with. */
  key: `${prefix}:key`,
  marker: `${prefix}:marker`,
  probe: `${prefix}:probe`,
});

export type Keys = ReturnType<typeof keysOf>;

/** Makes these calls together. Throws the first error. */
export async function all(calls: ChainableCommander): Promise<unknown[]> {
  const results = await calls.exec().catch((error) => {
    // A transaction that was not begun: the reason is the error of its first call.
    throw error.previousErrors?.[0] ?? error;
  });
  return (results ?? []).map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}
