import type { Outbox, OutboxCounts } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import type { Parts } from "~/quote/valkey/parts.server";

const NONE: OutboxCounts = { waiting: 0, partial: 0, oldest: undefined, dead: 0 };

export type Fallback = ReturnType<typeof withFallback>;

type Deps = Pick<Parts, "onValkey" | "folder" | "copies" | "channels" | "writeErrors" | "hourly">;

/** Valkey, or the folder while it is away or refuses. The folder keeps a copy of each waiting request. */
export function withFallback({ onValkey, folder, copies, channels, writeErrors, hourly }: Deps) {
  let key: Promise<Buffer> | undefined;
  /** What Valkey did not take. While a visitor waits, the disk is used for nothing else. */
  const inFolder = new Set<string>();

  /** A request that is sent at once has no copy yet: this process has it, and the visitor has no reply. */
  const isTriedNow = ({ heldUntil, tries }: StoredRequest) =>
    channels[0]?.afterMs === 0 && !heldUntil && Object.keys(tries).length === 0;

  const isTaken = (write: Promise<unknown>) =>
    write.then(
      () => true,
      (error) => {
        writeErrors.note(error);
        return false;
      },
    );

  async function store(request: StoredRequest): Promise<void> {
    if (!(await isTaken(onValkey.store(request)))) {
      inFolder.add(request.id);
      return folder.store(request);
    }
    inFolder.delete(request.id);
    if (!isTriedNow(request)) await copies.keep(request);
  }

  /** The note of an attempt, from the redelivery of Valkey. */
  async function storeOnValkey(request: StoredRequest): Promise<void> {
    await onValkey.store(request);
    await copies.keep(request);
  }

  /** Both may have it: Valkey may have made a write without replying. */
  async function remove(id: string): Promise<void> {
    await onValkey.remove(id);
    await Promise.all([folder.remove(id), copies.drop(id)]);
  }

  async function accept(request: StoredRequest): Promise<void> {
    return inFolder.delete(request.id) ? acceptInFolder(request) : acceptOnValkey(request);
  }

  async function acceptOnValkey(request: StoredRequest): Promise<void> {
    await onValkey.accept(request);
    await copies.drop(request.id);
  }

  /** The folder keeps what was sent from it. */
  async function acceptInFolder(request: StoredRequest): Promise<void> {
    await onValkey.remove(request.id);
    // Without the note, one that the operator puts back would count as one that another process has just sent.
    await folder.accept(request, { isNoted: true });
  }

  async function counts(): Promise<OutboxCounts> {
    const here = await folder.counts().catch(() => NONE);
    const there = await onValkey.counts().catch((error) => {
      if (!(error instanceof ValkeyUnavailableError)) throw error;
      return NONE;
    });
    return {
      waiting: here.waiting + there.waiting,
      partial: here.partial + there.partial,
      oldest: [here.oldest, there.oldest].filter((time) => time !== undefined).sort()[0],
      dead: here.dead + there.dead,
    };
  }

  /** The shared key. While Valkey is away it is the folder's, which took over the shared one. */
  async function idKey(): Promise<Buffer> {
    key ??= agreeOnKey().catch((error: NodeJS.ErrnoException) => {
      key = undefined;
      if (error.code === "EDAMAGED") {
        const advice = `In Valkey: ${error.message}. Each process makes ids with its own folder's key, so it cannot tell that another process has the same request. Delete the key in Valkey: the next request replaces it.`;
        hourly.log("error", "outbox.key", { code: error.code, advice });
      }
      throw error;
    });
    return key.catch(() => folder.idKey());
  }

  async function agreeOnKey(): Promise<Buffer> {
    const own = await folder.idKey().catch(() => undefined);
    const shared = await onValkey.idKey(own);
    hourly.clear("outbox.key");
    if (!own?.equals(shared)) await folder.adoptKey(shared).catch(() => {}); // Needed only while Valkey is away.
    return shared;
  }

  return {
    store,
    accept,
    storeOnValkey,
    acceptOnValkey,
    acceptInFolder,
    remove,
    read: async (id: string) => (await onValkey.read(id).catch(() => undefined)) ?? folder.read(id),
    counts,
    idKey,
    probe: () => onValkey.probe().catch(() => folder.probe()),
    /** What Valkey does not take goes to the folder, so a failed write is the folder's. */
    advice: folder.advice,
    /** Puts this process's key into a Valkey that forgot it. */
    shareKeyAgain: async () => {
      key = undefined;
      await idKey();
    },
  } satisfies Outbox & Record<string, unknown>;
}
