import type { Log } from "~/config/log.server";
import type { FolderOutbox, Outbox, OutboxCounts } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import type { Copies } from "~/quote/valkey/copies.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { WriteErrors } from "~/quote/valkey/write-errors.server";

const NONE: OutboxCounts = { waiting: 0, oldest: undefined, dead: 0, suspect: 0 };

export type Fallback = ReturnType<typeof withFallback>;

type Parts = { queue: QueueOutbox; folder: FolderOutbox; copies: Copies; writeErrors: WriteErrors; log: Log };

/** The queue, or the folder while Valkey is away or refuses. The folder keeps a copy of each waiting request. */
export function withFallback({ queue, folder, copies, writeErrors, log }: Parts) {
  let key: Promise<Buffer> | undefined;
  let isKeyDamaged = false;
  /** What Valkey did not take, so that the disk is asked for nothing else while a visitor waits. */
  const inFolder = new Set<string>();

  /** What is about to be sent has no copy yet: its visitor was told nothing, and this process has it. */
  const isTriedNow = ({ heldUntil, tries }: StoredRequest) =>
    queue.isSentAtOnce && !heldUntil && Object.keys(tries).length === 0;

  async function store(request: StoredRequest): Promise<void> {
    try {
      await queue.store(request);
    } catch (error) {
      writeErrors.note(error as NodeJS.ErrnoException);
      inFolder.add(request.id);
      return folder.store(request);
    }
    inFolder.delete(request.id);
    if (!isTriedNow(request)) await copies.keep(request);
  }

  /** It may lie in both: a write that Valkey left unanswered may be done nevertheless. */
  async function remove(id: string): Promise<void> {
    await queue.remove(id).catch(() => queue.deferRemoval(id));
    await Promise.all([folder.remove(id), copies.drop(id)]);
  }

  /** Notes in Valkey that it was accepted, as soon as Valkey takes the note. */
  async function noteSent(request: StoredRequest): Promise<void> {
    await queue.noteSent(request).catch(() => queue.deferSent(request));
    await copies.drop(request.id);
  }

  async function accept(request: StoredRequest): Promise<void> {
    if (inFolder.has(request.id)) return acceptHere(request);
    await queue.accept(request).catch(() => queue.deferSent(request));
    await copies.drop(request.id);
  }

  /** What was sent from the folder is kept there. */
  async function acceptHere(request: StoredRequest): Promise<void> {
    await queue.deferRemoval(request.id);
    await folder.accept(request);
  }

  const read = async (id: string) => (await queue.read(id).catch(() => undefined)) ?? folder.read(id);

  async function quarantine(request: StoredRequest): Promise<void> {
    try {
      await queue.quarantine(request);
    } catch (error) {
      writeErrors.note(error as NodeJS.ErrnoException);
      return folder.quarantine(request);
    }
    await copies.keep(request, "suspect");
  }

  async function counts(): Promise<OutboxCounts> {
    const here = await folder.counts().catch(() => NONE);
    const there = await queue.counts().catch((error) => {
      if (!(error instanceof ValkeyUnavailableError)) throw error;
      return NONE;
    });
    return {
      waiting: here.waiting + there.waiting,
      oldest: [here.oldest, there.oldest].filter((time) => time !== undefined).sort()[0],
      dead: here.dead + there.dead,
      suspect: here.suspect + there.suspect,
    };
  }

  /** The shared key; the folder's, which is the same from the first meeting on, while Valkey is away. */
  async function idKey(): Promise<Buffer> {
    key ??= agree().catch((error) => {
      key = undefined;
      if (error.code === "EDAMAGED") sayDamaged(error);
      throw error;
    });
    return key.catch(() => folder.idKey());
  }

  function sayDamaged({ code, message }: NodeJS.ErrnoException): void {
    if (isKeyDamaged) return;
    isKeyDamaged = true;
    const advice = `In Valkey: ${message}. Each process makes ids with its folder's key, so equal requests to two of them are two. Delete it there: the next request puts a good one in its place.`;
    log("error", "outbox.key", { fault: code, advice });
  }

  async function agree(): Promise<Buffer> {
    const own = await folder.idKey().catch(() => undefined);
    const shared = own ? await queue.shareKey(own) : await queue.idKey();
    isKeyDamaged = false;
    if (!own?.equals(shared)) await folder.adoptKey(shared).catch(() => {}); // Needed only while Valkey is away.
    return shared;
  }

  const probe = () => queue.probe().catch(() => folder.probe());

  const { waiting, suspected } = queue.advice;
  // The queue fails into the folder, so that what fails in the end is the folder.
  const advice = { ...folder.advice, waiting, suspected };

  const outbox: Outbox = { store, accept, remove, read, quarantine, counts, idKey, probe, advice };
  return {
    ...outbox,
    noteSent,
    acceptHere,
    /** Valkey has forgotten the key: the one that this process has is put there again. */
    shareKeyAgain: async () => {
      key = undefined;
      await idKey();
    },
  };
}
