import type { ChainableCommander } from "ioredis";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Queues } from "~/quote/valkey/queues.server";

const DAY_S = 24 * 60 * 60;

/** How long Valkey remembers that a request is done: an absent machine may hold a copy of it that long. */
const DONE_DAYS = 90;

/** The name of a job that the operator sends again, even within an hour of its acceptance. */
export const SENT_AGAIN = "again";

export const doneKey = (prefix: string, id: string) => `${prefix}:done:${id}`;

export const WAITING = ["wait", "delayed", "active", "prioritized"] as const;

/** How many unknown times are read in one call. */
const LEARN_AT_ONCE = 1_000;

/** How many of the oldest are checked to find one that still waits. */
const AT_ONCE = 100;

/**
 * What Valkey knows of a request besides its job: when it came, that it is done (accepted, replaced or deleted), and for
 * `keepSentDays` what was sent.
 */
export function makeRequestMarks({ client, requests, prefix }: Queues, keepSentDays: number) {
  const received = `${prefix}:received`;
  const sent = (id: string) => `${prefix}:sent:${id}`;
  let unknownFrom = 0;

  /** Learns, page by page, when requests came that an earlier version or another tool put into the queue. */
  async function learn(): Promise<void> {
    const [known, waiting] = await Promise.all([
      client.zcard(received),
      requests.getJobCountByTypes(...WAITING),
    ]);
    if (known >= waiting) return;
    const ids = await requests.getRanges([...WAITING], unknownFrom, unknownFrom + LEARN_AT_ONCE - 1);
    unknownFrom = ids.length > 0 ? unknownFrom + LEARN_AT_ONCE : 0;
    const times = client.pipeline();
    for (const id of ids) times.hget(requests.toKey(id), "timestamp");
    const scores = (await all(times)).flatMap((time, i) => (time ? [Number(time), ids[i] as string] : []));
    if (scores.length > 0) await client.zadd(received, "NX", ...scores).catch(() => {});
  }

  const ending = (id: string) =>
    client
      .pipeline()
      .set(doneKey(prefix, id), new Date().toISOString(), "EX", DONE_DAYS * DAY_S)
      .zrem(received, id);

  return {
    /** It waits from now on, whatever an equal one was before. Call this before its job is added. */
    markWaiting: (id: string) => client.del(doneKey(prefix, id)),
    /** When it came (milliseconds). Call this after its job is added. */
    markReceived: (id: string, since: number) => client.zadd(received, Math.min(since, Date.now()), id),
    isDone: async (id: string) => (await client.exists(doneKey(prefix, id))) === 1,
    markDone: (id: string) => all(ending(id)),
    /** It was accepted; `request` says when and by which channel. */
    markSent: (request: StoredRequest) => {
      const changes = ending(request.id);
      if (keepSentDays > 0)
        changes.set(sent(request.id), JSON.stringify(request), "EX", keepSentDays * DAY_S);
      return all(changes);
    },
    readSent: (id: string) => client.get(sent(id)),
    forgetSent: (id: string) => client.del(sent(id)),
    sentIds: async (): Promise<string[]> => {
      const ids = new Set<string>();
      for await (const keys of client.scanStream({ match: sent("*"), count: 1_000 }))
        for (const key of keys as string[]) ids.add(key.slice(sent("").length));
      return [...ids];
    },
    /** When the oldest waiting request came. Forgets those that wait no longer. */
    oldest: async (): Promise<string | undefined> => {
      await learn();
      for (const id of await client.zrange(received, "0", String(AT_ONCE - 1))) {
        const [exists, failed, at] = await Promise.all([
          client.exists(requests.toKey(id)),
          client.zscore(requests.toKey("failed"), id),
          client.zscore(received, id),
        ]);
        if (exists && failed === null) return new Date(Number(at)).toISOString();
        await client.zrem(received, id).catch(() => {}); // A Valkey that refuses writes can still be counted.
      }
      return undefined;
    },
  };
}

/** Makes these calls together. Throws the first error. */
export async function all(calls: ChainableCommander): Promise<unknown[]> {
  return ((await calls.exec()) ?? []).map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}
