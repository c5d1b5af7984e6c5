import type { Queues } from "~/quote/valkey/queues.server";
import { all, doneKey } from "~/quote/valkey/request-marks.server";

/** A given-up or suspected request counts as waiting: the operator decides. `gone`: Valkey forgot it, or a part of it. */
export type JobState = "waits" | "done" | "gone";

const SETS = ["delayed", "failed", "prioritized"];
const LISTS = ["wait", "active"];

/**
 * What Valkey knows of each request, at one moment. A full Valkey that deletes keys may forget a request but keep its
 * place in the queue, or the other way round.
 */
export async function readStates(
  { client, requests, suspect, prefix }: Queues,
  ids: readonly string[],
): Promise<JobState[]> {
  if (ids.length === 0) return [];
  const calls = client.multi();
  for (const set of SETS) calls.zmscore(requests.toKey(set), ...ids);
  for (const list of LISTS) calls.lrange(requests.toKey(list), 0, -1);
  calls.lrange(suspect.toKey("wait"), 0, -1);
  for (const id of ids)
    calls.hexists(requests.toKey(id), "data").hexists(suspect.toKey(id), "data").exists(doneKey(prefix, id));
  const results = await all(calls);
  const scores = results.splice(0, SETS.length) as (string | null)[][];
  const listed = new Set((results.splice(0, LISTS.length) as string[][]).flat());
  const suspected = new Set(results.shift() as string[]);
  return ids.map((id, i) => {
    const [hasData, hasSuspectData, isDone] = results.slice(3 * i, 3 * i + 3);
    const isPlaced = listed.has(id) || scores.some((set) => set[i] !== null);
    if ((hasData && isPlaced) || (hasSuspectData && suspected.has(id))) return "waits";
    return isDone ? "done" : "gone";
  });
}
