import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { Log } from "~/config/log.server";
import { folderAdvice, type OutboxAdvice } from "~/quote/outbox/advice.server";
import { DiskTimeout, disk } from "~/quote/outbox/disk.server";
import { type Folder, put, readIfThere, removeFile, stampOf } from "~/quote/outbox/durable-files.server";
import { listFiles, makeIndex } from "~/quote/outbox/folder-index.server";
import { makeOutboxKey } from "~/quote/outbox/folder-key.server";
import { acceptFile } from "~/quote/outbox/sent-folder.server";
import {
  formatStoredRequest,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";
import { sweepOutbox } from "~/quote/outbox/sweep.server";

/** Where requests are kept until they are accepted: a folder, or a queue that several machines share. */
export type Outbox = {
  /** Keeps a request that waits, in place of an earlier one of the same id; it is there after a crash. */
  store: (request: StoredRequest) => Promise<void>;
  /** Keeps what was accepted for KEEP_SENT_DAYS, and no longer as waiting. One that did not wait is no error. */
  accept: (request: StoredRequest) => Promise<void>;
  /** Forgets one that waits. Removing one that is not there is no error. */
  remove: (id: string) => Promise<void>;
  /** What waits under this id, read anew: somebody may have changed or removed it. */
  read: (id: string) => Promise<StoredRequest | undefined>;
  /** Keeps a request that looks like spam, for the operator to look at. */
  quarantine: (request: StoredRequest) => Promise<void>;
  counts: () => Promise<OutboxCounts>;
  /** The key for ids, kept beside the requests so that ids stay the same over a restart. */
  idKey: () => Promise<Buffer>;
  /** Tries whether a request can be kept. */
  probe: () => Promise<void>;
  advice: OutboxAdvice;
};

/**
 * A folder of requests on disk, written as Maildir does it: a file appears in a folder whole or not at all, and is
 * there after a crash. `new/` holds what waits to be accepted, `sent/` what was, `dead/` what was given up, `suspect/`
 * what looks like spam. `ls` shows them, a file is plain JSON, and one that is moved to `new/` by hand is sent.
 */
export type FolderOutbox = ReturnType<typeof openOutbox>;

/** How many lie where, and since when the oldest of those that wait (ISO 8601, UTC). No personal data. */
export type OutboxCounts = { waiting: number; oldest: string | undefined; dead: number; suspect: number };

/** So many may wait; the index of more would not fit into the memory. */
const MOST_WAITING = 100_000;

/** @param dir created at the first use, along with its folders and the `key` that ids are made with */
export function openOutbox(dir: string, options: { keepSentDays?: number; log?: Log } = {}) {
  const { keepSentDays = 30, log = () => {} } = options;
  // A relative path would lead elsewhere, or nowhere, once the working folder is moved or deleted.
  const root = resolve(dir);
  const file = (folder: Folder, id: string) => join(root, folder, `${id}.json`);
  const key = makeOutboxKey(root, log);
  const indices = { new: makeIndex(root, "new"), suspect: makeIndex(root, "suspect") };

  const write = (folder: Folder, request: StoredRequest) =>
    disk(async () => {
      await key.check();
      await put(root, folder, `${request.id}.json`, formatStoredRequest(request));
    });

  /** Writes the request into `new/`, in place of an earlier one of the same id. Throws what the disk throws. */
  async function store(request: StoredRequest): Promise<void> {
    const { size, has } = indices.new;
    if (size() >= MOST_WAITING && !has(request.id))
      throw Object.assign(new Error("too many requests wait"), { code: "EFULL" });
    await write("new", request).catch((error) => {
      if (error instanceof DiskTimeout && error.late) {
        late.add(request.id);
        const landed = () => late.delete(request.id);
        error.late.then(landed, landed);
      }
      throw error;
    });
  }

  /** Accepted, but still in `new/`: the disk did not let go of them, or a late write may yet bring them back. */
  const leaving = new Set<string>();
  const late = new Set<string>();

  async function accept(request: StoredRequest): Promise<void> {
    leaving.add(request.id);
    await disk(() =>
      acceptFile(root, request, keepSentDays).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await key.check(); // It was not there; or its volume is not, and brings it back.
      }),
    );
    if (!late.has(request.id)) leaving.delete(request.id);
  }

  /** Forgets a request that is kept elsewhere. Removing one that is not there is no error. */
  const remove = (id: string, folder: Folder = "new") => disk(() => removeFile(file(folder, id)));

  async function read(id: string, folder: Folder = "new"): Promise<StoredRequest | undefined> {
    const text = await disk(() => readIfThere(file(folder, id)));
    return text === undefined ? undefined : parseStoredRequest(text);
  }

  /** The waiting requests, oldest first: times and tries only. */
  async function index(folder: "new" | "suspect" = "new") {
    await disk(key.check);
    return indices[folder].scan();
  }

  /** Gives a request up: into `dead/`, from where an operator can move it back. First written, then removed. */
  async function moveToDead(request: StoredRequest, now: Date): Promise<void> {
    const { waitingSince: _, tries, ...rest } = request;
    await write("dead", { ...rest, tries: {}, dead: { at: now.toISOString(), tries } });
    await remove(request.id);
  }

  async function counts(): Promise<OutboxCounts> {
    const { entries, damaged } = await index();
    const [dead, suspect] = await disk(() =>
      Promise.all([listFiles(join(root, "dead")), listFiles(join(root, "suspect"))]),
    );
    return {
      waiting: entries.length + damaged.length,
      oldest: entries[0]?.receivedAt,
      dead: dead.length,
      suspect: suspect.length,
    };
  }

  /** Stores and removes a test file, the way a request goes. Throws what the disk throws. */
  async function probe(): Promise<void> {
    const name = `probe-${randomBytes(8).toString("hex")}`;
    await disk(async () => {
      await key.check();
      await put(root, "new", `${name}.json`, "{}\n");
      await removeFile(file("new", name));
    });
  }

  return {
    dir: root,
    store,
    accept,
    /** Whether a request in `new/` was already accepted and must not be sent again. */
    isLeaving: (id: string) => leaving.has(id),
    /** Whether a request that was in `new/` is not any more. */
    isGone: (id: string) =>
      disk(() => stampOf(file("new", id))).then(
        (stamp) => stamp === undefined,
        () => false,
      ),
    remove,
    read,
    index,
    moveToDead,
    quarantine: (request: StoredRequest) => write("suspect", request),
    counts,
    /** Fails where the folder is not the outbox: its volume is gone. */
    check: () => disk(key.check),
    idKey: async () => key.known() ?? (await disk(key.read)),
    adoptKey: (shared: Buffer) => disk(() => key.adopt(shared)),
    probe,
    sweep: () => sweepOutbox(root, keepSentDays),
    advice: folderAdvice(dir),
  };
}
