import type { Queue } from "bullmq";
import type { Log } from "~/config/log.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { JOB } from "~/quote/valkey/queues.server";

/** The fields of a job that BullMQ parses before anybody sees it, and what takes the place of one it cannot. */
const PARSED: Record<string, (text: string) => string> = {
  data: (text) => JSON.stringify(text),
  opts: () => JSON.stringify(JOB),
  progress: () => "0",
  parent: () => "null",
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Puts the jobs that BullMQ cannot parse with the given-up ones. A worker that takes such a job fails before it knows which
 * one it is, and would fail again for ever, with everything behind it. What the job held is kept, as a JSON string.
 *
 * @returns whether there was one
 */
export async function quarantineDamaged(valkey: Valkey, queue: Queue, log: Log): Promise<boolean> {
  const key = (name: string) => queue.toKey(name);
  let found = false;
  for (const id of await valkey.ask((client) => client.lrange(key("active"), 0, -1))) {
    const job = await valkey.ask((client) => client.hgetall(key(id)));
    const mended = Object.entries(PARSED).flatMap(([field, mend]) => {
      const text = job[field];
      return text && !isJson(text) ? [field, mend(text)] : [];
    });
    if (mended.length === 0) continue;
    found = true;
    const [removed] = await valkey
      .ask((client) =>
        client
          .multi()
          .lrem(key("active"), 0, id)
          .hset(key(id), ...mended)
          .srem(key("stalled"), id)
          .del(`${key(id)}:lock`)
          .zadd(key("failed"), Date.now(), id)
          .exec(),
      )
      .then((results) => results ?? []);
    if (!removed?.[1]) continue; // Another error on the same job was faster.
    const advice =
      "This job in the queue could not be read, so it is not sent. Read it (npm run outbox show), call the visitor, then forget it; what is whole in it is sent by `again`.";
    log("error", "outbox.damaged", { file: id, advice });
  }
  return found;
}
