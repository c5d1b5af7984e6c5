import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import type { Channel } from "~/quote/delivery.server";
import { type Envelope, readEnvelope } from "~/quote/envelope.server";
import type { Outbox, OutboxCounts } from "~/quote/outbox.server";
import { QUEUE_ADVICE } from "~/quote/outbox-advice.server";
import type { Queues } from "~/quote/request-queues.server";
import type { Valkey } from "~/server/valkey.server";

/** A job that a worker is just looking at cannot be removed; it is let go of within moments. */
const TRIES = 10;
const BETWEEN_MS = 100;

/** To count, all that waits is read. No visitor waits for it. */
const COUNT_MS = 5_000;

export type QueueOutbox = ReturnType<typeof makeQueueOutbox>;

type Way = Pick<Channel, "name" | "afterMs">;

/**
 * The outbox on Valkey. What it returns from has been written there, and is on its disk if it flushes each write
 * (`appendfsync always`). Everything fails within a second while Valkey is away.
 *
 * @param channels the first sets when a request is due; a second is told of a request whose first attempt failed
 * @param firstAttemptMs how long the process that took a request has it for itself
 */
export function makeQueueOutbox(
  valkey: Valkey,
  { requests, later, suspect, prefix }: Queues,
  channels: readonly Way[],
  firstAttemptMs: number,
) {
  const [first, second] = channels;
  const until = (time: string | undefined) => (time ? Math.max(0, Date.parse(time) - Date.now()) : 0);

  /** Milliseconds until somebody else than the process that took it may send it. */
  function delayOf({ receivedAt, tries }: Envelope): number {
    if (Object.keys(tries).length > 0) return until(first && tries[first.name]?.next);
    const opensMs = Math.max(firstAttemptMs, first?.afterMs ?? 0);
    return until(new Date(Date.parse(receivedAt) + opensMs).toISOString());
  }

  /** Puts a request up for the second way; one that is put up already stays as it is. */
  async function remindLater({ id, receivedAt, tries }: Envelope): Promise<void> {
    if (!second) return;
    const opens = until(new Date(Date.parse(receivedAt) + second.afterMs).toISOString());
    const delay = Math.max(opens, until(tries[second.name]?.next));
    await later.add("later", {}, { jobId: id, delay });
  }

  async function put(envelope: Envelope): Promise<void> {
    const { id, tries } = envelope;
    const delay = delayOf(envelope);
    const job: Job | undefined = await requests.getJob(id);
    const state = await job?.getState();
    // A visitor may send again what was given up: it starts afresh.
    if (state === "failed") await job?.remove();
    if (!job || state === "failed") await requests.add("request", envelope, { jobId: id, delay });
    else {
      await job.updateData(envelope);
      if (state === "delayed") await job.changeDelay(delay);
    }
    if (Object.keys(tries).length > 0) await remindLater(envelope);
  }

  const busy = (id: string) => Object.assign(new Error(`${id} is being looked at`), { code: "EBUSY" });

  async function take(id: string): Promise<void> {
    for (let tries = 1; !(await valkey.ask(() => requests.remove(id))); tries++) {
      if (tries === TRIES) throw busy(id);
      await sleep(BETWEEN_MS);
    }
  }

  async function takeOrFail(id: string): Promise<void> {
    if (!(await requests.remove(id))) throw busy(id);
  }

  /** A request that waits, as it is now; undefined where there is none, or where it was given up. */
  async function find(id: string): Promise<{ job: Job; envelope: Envelope } | undefined> {
    const job: Job | undefined = await requests.getJob(id);
    if (!job || (await job.isFailed())) return undefined;
    const envelope = readEnvelope(job.data);
    return envelope && { job, envelope };
  }

  async function count(): Promise<OutboxCounts> {
    const waiting: (Job | undefined)[] = await requests.getJobs(["wait", "delayed", "active", "prioritized"]);
    const received = waiting.flatMap((job) => readEnvelope(job?.data)?.receivedAt ?? []);
    return {
      waiting: waiting.length,
      oldest: received.sort()[0],
      dead: await requests.getFailedCount(),
      suspect: await suspect.getWaitingCount(),
    };
  }

  /** The key that all processes make ids with: the first one's that comes. */
  async function shareKey(own: Buffer): Promise<Buffer> {
    const name = `${prefix}:key`;
    await valkey.ask((client) => client.set(name, own.toString("hex"), "NX"));
    return Buffer.from((await valkey.ask((client) => client.get(name))) ?? "", "hex");
  }

  return {
    store: (envelope: Envelope) => valkey.ask(() => put(envelope)),
    remove: take,
    /** Removes it as soon as Valkey is there, takes it, and nobody looks at it. */
    oweRemoval: (id: string) => valkey.owe(`remove ${id}`, () => takeOrFail(id)),
    read: async (id: string) => (await valkey.ask(() => find(id)))?.envelope,
    setAside: async (envelope: Envelope) => {
      await valkey.ask(() => suspect.add("suspect", envelope, { jobId: envelope.id }));
    },
    counts: () => valkey.ask(count, COUNT_MS),
    idKey: () => shareKey(randomBytes(32)),
    shareKey,
    probe: async () => {
      await valkey.ask((client) => client.set(`${prefix}:probe`, "1", "PX", BETWEEN_MS));
    },
    advice: QUEUE_ADVICE,
    find: (id: string) => valkey.ask(() => find(id)),
    remindLater: (envelope: Envelope) => valkey.ask(() => remindLater(envelope)),
  } satisfies Outbox & Record<string, unknown>;
}
