import type { ChainableCommander, Redis } from "ioredis";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Queues } from "~/quote/valkey/queues.server";

const DAY_S = 24 * 60 * 60;

/** How long Valkey knows that a request is done with: a machine that is away may hold a copy of it for as long. */
const DONE_DAYS = 90;

/** The name of a job that the operator had sent again: for it does not count that it was accepted within the hour. */
export const SENT_AGAIN = "again";

/** Where it is known that a request is done with. */
export const doneKey = (prefix: string, id: string) => `${prefix}:done:${id}`;

/** The states of a job that waits. */
export const WAITING = ["wait", "delayed", "active", "prioritized"] as const;

/** So many times are learned in one go. */
const LEARN_AT_ONCE = 1_000;

/** How many of the oldest are looked at to find one that still waits. */
const AT_ONCE = 100;

/**
 * What Valkey knows of a request beside its job: when it came, that it is done with (accepted, replaced or deleted, no
 * personal data), and for some days what was sent.
 *
 * @param keepSentDays how long what was accepted is kept; 0 keeps nothing
 */
export function makeRequestMarks({ requests, prefix }: Queues, keepSentDays: number) {
  const received = `${prefix}:received`;
  const done = (id: string) => doneKey(prefix, id);
  const sent = (id: string) => `${prefix}:sent:${id}`;

  /** Where in the queue it is looked next for requests whose time is not known. */
  let unknownFrom = 0;

  /** A queue that an earlier version filled, or another tool, is learned page by page. */
  async function learn(client: Redis): Promise<void> {
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

  const ending = (client: Redis, id: string) =>
    client
      .pipeline()
      .set(done(id), new Date().toISOString(), "EX", DONE_DAYS * DAY_S)
      .zrem(received, id);

  return {
    /** It waits from now on, whatever was known of an equal one before. To be said before its job is there. */
    waits: (client: Redis, id: string) => client.del(done(id)),

    /** Since when it waits (milliseconds). To be said once its job is there. */
    came: (client: Redis, id: string, since: number) =>
      client.zadd(received, Math.min(since, Date.now()), id),

    isDone: async (client: Redis, id: string) => (await client.exists(done(id))) === 1,

    /** Nobody sends it any more. */
    ends: (client: Redis, id: string) => all(ending(client, id)),

    /** It was accepted; `request` says when and by which channel. */
    isSent: (client: Redis, request: StoredRequest) => {
      const changes = ending(client, request.id);
      if (keepSentDays > 0) {
        changes.set(sent(request.id), JSON.stringify(request), "EX", keepSentDays * DAY_S);
      }
      return all(changes);
    },

    /** What was sent, as JSON. */
    readSent: (client: Redis, id: string) => client.get(sent(id)),

    forgetSent: (client: Redis, id: string) => client.del(sent(id)),

    /** The ids of what was sent. */
    sentIds: async (client: Redis): Promise<string[]> => {
      const ids = new Set<string>();
      let cursor = "0";
      do {
        const [next, keys] = await client.scan(cursor, "MATCH", sent("*"), "COUNT", 1_000);
        for (const key of keys) ids.add(key.slice(sent("").length));
        cursor = next;
      } while (cursor !== "0");
      return [...ids];
    },

    /** Since when the oldest of those that wait does. Forgets those that do not. */
    oldest: async (client: Redis): Promise<string | undefined> => {
      const gone: string[] = [];
      let since: string | undefined;
      await learn(client);
      for (const id of await client.zrange(received, 0, String(AT_ONCE - 1))) {
        const [exists, failed, at] = await Promise.all([
          client.exists(requests.toKey(id)),
          client.zscore(requests.toKey("failed"), id),
          client.zscore(received, id),
        ]);
        if (exists && failed === null) {
          since = new Date(Number(at)).toISOString();
          break;
        }
        gone.push(id);
      }
      // A Valkey that takes nothing can still be counted.
      if (gone.length > 0) await client.zrem(received, ...gone).catch(() => {});
      return since;
    },
  };
}

/** Makes these calls together. Throws what the first that failed throws. */
export async function all(calls: ChainableCommander): Promise<unknown[]> {
  return ((await calls.exec()) ?? []).map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
}
