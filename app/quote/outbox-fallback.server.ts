import type { Envelope } from "~/quote/envelope.server";
import type { FolderOutbox, Outbox, OutboxCounts } from "~/quote/outbox.server";
import type { QueueOutbox } from "~/quote/outbox-queue.server";
import type { Refusals } from "~/quote/refusals.server";

const NONE: OutboxCounts = { waiting: 0, oldest: undefined, dead: 0, suspect: 0 };

/** The queue, and the folder in its place while Valkey is away or refuses. */
export function withFallback(queue: QueueOutbox, folder: FolderOutbox, refusals: Refusals): Outbox {
  let key: Promise<Buffer> | undefined;

  /** Goes on in the folder, and takes note of why. */
  const instead = (write: () => Promise<void>) => (error: NodeJS.ErrnoException) => {
    refusals.note(error);
    return write();
  };

  async function store(envelope: Envelope): Promise<void> {
    await queue.store(envelope).catch(instead(() => folder.store(envelope)));
  }

  /** It may lie in both: a write that Valkey left unanswered may be done nevertheless. */
  async function remove(id: string): Promise<void> {
    await queue.remove(id).catch(() => queue.oweRemoval(id));
    await folder.remove(id);
  }

  const read = async (id: string) => (await queue.read(id).catch(() => undefined)) ?? folder.read(id);

  async function setAside(envelope: Envelope): Promise<void> {
    await queue.setAside(envelope).catch(instead(() => folder.setAside(envelope)));
  }

  async function counts(): Promise<OutboxCounts> {
    const here = await folder.counts().catch(() => NONE);
    const there = await queue.counts().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EAWAY") throw error;
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
      throw error;
    });
    return key.catch(() => folder.idKey());
  }

  async function agree(): Promise<Buffer> {
    const own = await folder.idKey().catch(() => undefined);
    const shared = own ? await queue.shareKey(own) : await queue.idKey();
    if (!own?.equals(shared)) await folder.adoptKey(shared).catch(() => {}); // Needed only while Valkey is away.
    return shared;
  }

  const probe = () => queue.probe().catch(() => folder.probe());

  const { waiting, suspected } = queue.advice;
  // The queue fails into the folder, so that what fails in the end is the folder.
  const advice = { ...folder.advice, waiting, suspected };

  return { store, remove, read, setAside, counts, idKey, probe, advice };
}
