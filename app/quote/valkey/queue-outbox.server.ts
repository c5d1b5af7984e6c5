import { randomBytes } from "node:crypto";
import { QUEUE_ADVICE } from "~/quote/outbox/advice.server";
import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { readStates } from "~/quote/valkey/job-states.server";
import { makeJobs, type QueueSettings } from "~/quote/valkey/jobs.server";
import type { Queues } from "~/quote/valkey/queues.server";

/** How long the key of a test write lasts, in milliseconds. */
const PROBE_MS = 100;

export type QueueOutbox = ReturnType<typeof makeQueueOutbox>;

/**
 * The outbox on Valkey. What it returns from has been written there, and is on its disk if it flushes each write
 * (`appendfsync always`). Everything fails within a second while Valkey is away.
 */
export function makeQueueOutbox(valkey: Valkey, queues: Queues, settings: QueueSettings) {
  const { suspect, prefix } = queues;
  const { marks, put, restore, take, takeOrFail, find, remindLater, count } = makeJobs(
    valkey,
    queues,
    settings,
  );

  return {
    ...makeSharedKey(valkey, prefix),
    store: (request: StoredRequest) => valkey.ask(() => put(request)),
    /** Whether the process that takes a request sends it while the visitor waits. */
    isSentAtOnce: settings.channels[0]?.afterMs === 0,
    accept: async (request: StoredRequest) => {
      await valkey.ask((client) => marks.isSent(client, request));
      await take(request.id);
    },
    /** Notes that it was accepted. Its job stays. */
    noteSent: (request: StoredRequest) => valkey.ask((client) => marks.isSent(client, request)),
    remove: async (id: string) => {
      await valkey.ask((client) => marks.ends(client, id));
      await take(id);
    },
    /** The same as soon as Valkey is there and takes it. */
    deferSent: (request: StoredRequest) =>
      valkey.defer(`remove ${request.id}`, async (client) => {
        await marks.isSent(client, request);
        await takeOrFail(request.id);
      }),
    /** Removes it as soon as Valkey is there, takes it, and nobody looks at it. */
    deferRemoval: (id: string) =>
      valkey.defer(`remove ${id}`, async (client) => {
        await marks.ends(client, id);
        await takeOrFail(id);
      }),
    read: async (id: string) => (await valkey.ask(() => find(id)))?.request,
    quarantine: async (request: StoredRequest) => {
      await valkey.ask((client) => marks.waits(client, request.id));
      await valkey.ask(() => suspect.add("suspect", request, { jobId: request.id }));
    },
    states: (ids: readonly string[]) => valkey.ask((client) => readStates(client, queues, ids)),
    isDone: (id: string) => valkey.ask((client) => marks.isDone(client, id)),
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

/** 32 bytes. Anything else would make ids that can be guessed, or none. */
const KEY = /^[0-9a-f]{64}$/;

/** The key that all processes make ids with: the first one's that comes. Throws EDAMAGED where what is there is no key. */
function makeSharedKey(valkey: Valkey, prefix: string) {
  const name = `${prefix}:key`;

  async function shareKey(own: Buffer): Promise<Buffer> {
    await valkey.ask((client) => client.set(name, own.toString("hex"), "NX"));
    const text = (await valkey.ask((client) => client.get(name))) ?? "";
    if (!KEY.test(text)) throw Object.assign(new Error(`${name} is no key`), { code: "EDAMAGED" });
    return Buffer.from(text, "hex");
  }

  return { shareKey, idKey: () => shareKey(randomBytes(32)) };
}
