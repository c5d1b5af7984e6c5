import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Envelope, openEnvelope } from "~/quote/envelope.server";
import { folderAdvice, type OutboxAdvice } from "~/quote/outbox-advice.server";
import { type Folder, put, readIfThere, readOrMakeKey, removeFile, sweep } from "~/quote/outbox-files.server";

/** Where requests are kept until they are accepted: a folder, or a queue that several machines share. */
export type Outbox = {
  /** Keeps a request that waits, in place of an earlier one of the same id; it is there after a crash. */
  store: (envelope: Envelope) => Promise<void>;
  /** Forgets one that waits. Removing one that is not there is no error. */
  remove: (id: string) => Promise<void>;
  /** What waits under this id, read anew: somebody may have changed or removed it. */
  read: (id: string) => Promise<Envelope | undefined>;
  /** Keeps a request that looks like spam, for the operator to look at. */
  setAside: (envelope: Envelope) => Promise<void>;
  counts: () => Promise<OutboxCounts>;
  /** The key for ids, kept beside the requests so that ids stay the same over a restart. */
  idKey: () => Promise<Buffer>;
  /** Tries whether a request can be kept. */
  probe: () => Promise<void>;
  advice: OutboxAdvice;
};

/**
 * A folder of requests on disk, written as Maildir does it: a file appears in a folder whole or not at all, and is
 * there after a crash. `new/` holds what waits to be accepted, `dead/` what was given up, `suspect/` what looks like
 * spam. `ls` shows them, a file is plain JSON, and one that is moved to `new/` by hand is sent.
 */
export type FolderOutbox = ReturnType<typeof openOutbox>;

/** How many lie where, and since when the oldest of those that wait (ISO 8601, UTC). No personal data. */
export type OutboxCounts = { waiting: number; oldest: string | undefined; dead: number; suspect: number };

const TEST_FILE = /^probe-/;

/** @param dir created when missing, along with its folders and the `key` that ids are made with */
export function openOutbox(dir: string) {
  const file = (folder: Folder, id: string) => join(dir, folder, `${id}.json`);
  let key: Promise<Buffer> | undefined;

  const write = (folder: Folder, envelope: Envelope) =>
    put(dir, folder, `${envelope.id}.json`, `${JSON.stringify(envelope, null, 2)}\n`);

  /** The names in a folder, without the outbox's own test files; none where there is no folder yet. */
  async function names(folder: Folder): Promise<string[]> {
    const all = await readdir(join(dir, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return [];
    });
    return all.filter((name) => name.endsWith(".json") && !TEST_FILE.test(name));
  }

  /** Writes the envelope into `new/`, in place of an earlier one of the same id. Throws what the disk throws. */
  const store = (envelope: Envelope) => write("new", envelope);

  /** Forgets a request that was accepted, or that is kept elsewhere. Removing one that is not there is no error. */
  const remove = (id: string, folder: Folder = "new") => removeFile(file(folder, id));

  /** What waits under this id, read anew: somebody may have changed or removed it. */
  async function read(id: string): Promise<Envelope | undefined> {
    const text = await readIfThere(file("new", id));
    return text === undefined ? undefined : openEnvelope(text);
  }

  /** All that waits, the oldest first, and the names of files that nobody can read, are no request or not named by its id. */
  async function waiting(folder: Folder = "new"): Promise<{ envelopes: Envelope[]; damaged: string[] }> {
    const envelopes: Envelope[] = [];
    const damaged: string[] = [];
    for (const name of await names(folder)) {
      // One that cannot be read keeps none of the others.
      const text = await readIfThere(join(dir, folder, name)).catch(() => "");
      if (text === undefined) continue; // Accepted a moment ago.
      const envelope = openEnvelope(text);
      if (envelope && name === `${envelope.id}.json`) envelopes.push(envelope);
      else damaged.push(name);
    }
    envelopes.sort((a, b) => a.receivedAt.localeCompare(b.receivedAt));
    return { envelopes, damaged };
  }

  /** Gives a request up: into `dead/`, from where an operator can move it back. First written, then removed. */
  async function bury(envelope: Envelope, now: Date): Promise<void> {
    const { waitingSince: _, tries, ...rest } = envelope;
    await write("dead", { ...rest, tries: {}, dead: { at: now.toISOString(), tries } });
    await remove(envelope.id);
  }

  /** Keeps a request that looks like spam, for the operator to look at. */
  const setAside = (envelope: Envelope) => write("suspect", envelope);

  async function counts(): Promise<OutboxCounts> {
    const { envelopes, damaged } = await waiting();
    const [dead, suspect] = await Promise.all([names("dead"), names("suspect")]);
    return {
      waiting: envelopes.length + damaged.length,
      oldest: envelopes[0]?.receivedAt,
      dead: dead.length,
      suspect: suspect.length,
    };
  }

  /** The key for ids, kept beside the requests so that ids stay the same over a restart. */
  function idKey(): Promise<Buffer> {
    key ??= readOrMakeKey(dir).catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  }

  /** Takes over the key that other machines make ids with. */
  async function adoptKey(shared: Buffer): Promise<void> {
    await put(dir, ".", "key", shared.toString("hex"));
    key = Promise.resolve(shared);
  }

  /** Stores and removes a test file, the way a request goes. Throws what the disk throws. */
  async function probe(): Promise<void> {
    const name = `probe-${randomBytes(8).toString("hex")}`;
    await put(dir, "new", `${name}.json`, "{}\n");
    await remove(name);
  }

  return {
    dir,
    store,
    remove,
    read,
    waiting,
    bury,
    setAside,
    counts,
    idKey,
    adoptKey,
    probe,
    sweep: () => sweep(dir),
    advice: folderAdvice(dir),
  };
}
