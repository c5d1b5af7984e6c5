import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { QUEUE_ADVICE } from "~/quote/outbox/advice.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { readStates } from "~/quote/valkey/job-states.server";
import { makeJobs, type QueueSettings } from "~/quote/valkey/jobs.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { makeRequestMarks, WAITING } from "~/quote/valkey/request-marks.server";

const PROBE_MS = 100;

/** A job that a worker is checking is locked for a moment. */
const REMOVE_TRIES = 10;
const BETWEEN_MS = 100;

/** 32 bytes. With a weaker key ids could be guessed. */
const KEY = /^[0-9a-f]{64}$/;

export type QueueOutbox = ReturnType<typeof makeQueueOutbox>;

/**
 * The outbox on Valkey. What it writes is on disk if Valkey flushes each write (`appendfsync always`). While Valkey is away
 * calls fail within a second; those that end a request (`accept`, `noteSent`, `remove`) are made once Valkey takes them.
 */
export function makeQueueOutbox(
  valkey: Valkey,
  queues: Queues,
  settings: QueueSettings & { keepSentDays: number },
) {
  const { requests, suspect, prefix } = queues;
  const marks = makeRequestMarks(queues, settings.keepSentDays);
  const { put, restore, find, remindLater, removeJob } = makeJobs(queues, settings, marks);

  const endLater = (id: string, mark: () => Promise<unknown>) =>
    valkey.defer(`remove ${id}`, async () => {
      await mark();
      await removeJob(id);
    });

  /** Marks a request as done, then removes its job. */
  async function end(id: string, mark: () => Promise<unknown>): Promise<void> {
    try {
      await valkey.ask(mark);
      for (let tries = 1; tries <= REMOVE_TRIES; tries++) {
        if (await valkey.ask(() => requests.remove(id))) return;
        await sleep(BETWEEN_MS);
      }
    } catch {
      // See below.
    }
    await endLater(id, mark);
  }

  const name = `${prefix}:key`;

  /** Returns the key that all processes make ids with: the first that any of them brought. */
  async function shareKey(own: Buffer): Promise<Buffer> {
    await valkey.ask((client) => client.set(name, own.toString("hex"), "NX"));
    const text = (await valkey.ask((client) => client.get(name))) ?? "";
    if (!KEY.test(text)) throw Object.assign(new Error(`${name} is not a key`), { code: "EDAMAGED" });
    return Buffer.from(text, "hex");
  }

  /** Reads no request: all of them together may be larger than this process. */
  async function count() {
    const { failed: dead = 0, ...waiting } = await requests.getJobCounts(...WAITING, "failed");
    return {
      waiting: Object.values(waiting).reduce((sum, number) => sum + number, 0),
      oldest: await marks.oldest(),
      dead,
      suspect: await suspect.getWaitingCount(),
    };
  }

  return {
    shareKey,
    idKey: () => shareKey(randomBytes(32)),
    store: (request: StoredRequest) => {
      // The end of an equal request before, which Valkey has not taken yet, would end this one too.
      valkey.cancelDeferred(`remove ${request.id}`);
      return valkey.ask(() => put(request));
    },
    /** Whether the process that takes a request sends it while the visitor waits. */
    isSentAtOnce: settings.channels[0]?.afterMs === 0,
    accept: (request: StoredRequest) => end(request.id, () => marks.markSent(request)),
    /** Notes that it was accepted. Its job stays. */
    noteSent: async (request: StoredRequest) => {
      const mark = () => marks.markSent(request);
      await valkey.ask(mark).catch(() => endLater(request.id, mark));
    },
    remove: (id: string) => end(id, () => marks.markDone(id)),
    read: async (id: string) => (await valkey.ask(() => find(id)))?.request,
    quarantine: async (request: StoredRequest) => {
      await valkey.ask(() => marks.markWaiting(request.id));
      await valkey.ask(() => suspect.add("suspect", request, { jobId: request.id }));
    },
    states: (ids: readonly string[]) => valkey.ask(() => readStates(queues, ids)),
    isDone: (id: string) => valkey.ask(() => marks.isDone(id)),
    counts: () => valkey.ask(count),
    probe: async () => {
      await valkey.ask((client) => client.set(`${prefix}:probe`, "1", "PX", PROBE_MS));
    },
    advice: QUEUE_ADVICE,
    restore: (copy: StoredRequest, kind: "new" | "suspect") => valkey.ask(() => restore(copy, kind)),
    find: (id: string) => valkey.ask(() => find(id)),
    remindLater: (request: StoredRequest) => valkey.ask(() => remindLater(request)),
  } satisfies Outbox & Record<string, unknown>;
}
