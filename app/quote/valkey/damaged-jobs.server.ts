import type { Queue } from "bullmq";
import type { Log } from "~/config/log.server";
import { parseJson } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { JOB } from "~/quote/valkey/queues.server";

/** The fields of a job that BullMQ parses, and what replaces one that it cannot parse. */
const PARSED: Record<string, (text: string) => string> = {
  data: (text) => JSON.stringify(text),
  opts: () => JSON.stringify(JOB),
  progress: () => "0",
  parent: () => "null",
};

/**
 * Moves the jobs that BullMQ cannot parse to the failed set, their text as a JSON string. A worker would fail on one again
 * and again, and block the queue. Returns whether there was one.
 */
export async function quarantineDamaged(valkey: Valkey, queue: Queue, log: Log): Promise<boolean> {
  const key = (name: string) => queue.toKey(name);
  let found = false;
  for (const id of await valkey.ask((client) => client.lrange(key("active"), 0, -1))) {
    const job = await valkey.ask((client) => client.hgetall(key(id)));
    const fixed = Object.entries(PARSED).flatMap(([field, fix]) => {
      const text = job[field];
      return text && parseJson(text) === undefined ? [field, fix(text)] : [];
    });
    if (fixed.length === 0) continue;
    found = true;
    const results = await valkey.ask((client) =>
      client
        .multi()
        .lrem(key("active"), 0, id)
        .hset(key(id), ...fixed)
        .srem(key("stalled"), id)
        .del(`${key(id)}:lock`)
        .zadd(key("failed"), Date.now(), id)
        .exec(),
    );
    if (!results?.[0]?.[1]) continue; // Another error on the same job was faster.
    const advice =
      "This job in the queue could not be read, so it was not sent. Read it (npm run outbox show), call the visitor, then forget it; `again` sends what is left of it.";
    log("error", "outbox.damaged", { file: id, advice });
  }
  return found;
}
