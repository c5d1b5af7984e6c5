import { QUEUE_ADVICE } from "~/quote/outbox/advice.server";
import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { readStates } from "~/quote/valkey/job-states.server";
import { makeJobs, type QueueSettings } from "~/quote/valkey/jobs.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { makeSharedKey } from "~/quote/valkey/shared-key.server";

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
    store: (envelope: StoredRequest) => valkey.ask(() => put(envelope)),
    /** Whether the process that takes a request sends it while the visitor waits. */
    isSentAtOnce: settings.channels[0]?.afterMs === 0,
    accept: async (envelope: StoredRequest) => {
      await valkey.ask((client) => marks.isSent(client, envelope));
      await take(envelope.id);
    },
    /** Notes that it was accepted. Its job stays. */
    noteSent: (envelope: StoredRequest) => valkey.ask((client) => marks.isSent(client, envelope)),
    remove: async (id: string) => {
      await valkey.ask((client) => marks.ends(client, id));
      await take(id);
    },
    /** The same as soon as Valkey is there and takes it. */
    deferSent: (envelope: StoredRequest) =>
      valkey.defer(`remove ${envelope.id}`, async (client) => {
        await marks.isSent(client, envelope);
        await takeOrFail(envelope.id);
      }),
    /** Removes it as soon as Valkey is there, takes it, and nobody looks at it. */
    deferRemoval: (id: string) =>
      valkey.defer(`remove ${id}`, async (client) => {
        await marks.ends(client, id);
        await takeOrFail(id);
      }),
    read: async (id: string) => (await valkey.ask(() => find(id)))?.envelope,
    quarantine: async (envelope: StoredRequest) => {
      await valkey.ask((client) => marks.waits(client, envelope.id));
      await valkey.ask(() => suspect.add("suspect", envelope, { jobId: envelope.id }));
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
    remindLater: (envelope: StoredRequest) => valkey.ask(() => remindLater(envelope)),
  } satisfies Outbox & Record<string, unknown>;
}
