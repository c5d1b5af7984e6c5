import { unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Log } from "~/log/log.server";
import { disk } from "~/quote/outbox/disk.server";
import {
  listFiles,
  move,
  put,
  readIfThere,
  removeFile,
  replaceFile,
  stampOf,
} from "~/quote/outbox/durable-files.server";
import { makeIndex } from "~/quote/outbox/folder-index.server";
import { makeOutboxKey } from "~/quote/outbox/folder-key.server";
import { countsOf, type Outbox, type Place } from "~/quote/outbox/outbox.server";
import { probeFolder } from "~/quote/outbox/probe.server";
import { makeSharedFlush } from "~/quote/outbox/shared-flush.server";
import {
  asDead,
  formatStoredRequest,
  needsNote,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";
import { sweepOutbox } from "~/quote/outbox/sweep.server";
import { updateStored } from "~/quote/outbox/update-stored.server";

/**
 * An outbox on disk, written like a Maildir: a file appears in a folder whole or not at all, and survives a crash. It is
 * plain JSON; moved to `new/` by hand, it is sent.
 */
export type FolderOutbox = ReturnType<typeof openOutbox>;

/** The index of more would not fit into memory. */
const MOST_WAITING = 100_000;

/** @param dir made at the first use, with its folders and the `key` for ids; with `mustExist` that throws instead */
export function openOutbox(
  dir: string,
  { keepSentDays = 30, log = (() => {}) as Log, mostWaiting = MOST_WAITING, mustExist = false } = {},
) {
  // A relative path would break once the working folder is moved or deleted.
  const root = resolve(dir);
  const file = (place: Place, id: string) => join(root, place, `${id}.json`);
  const key = makeOutboxKey(root, log, { mustExist });
  const flush = makeSharedFlush(root);
  const { scan, has, size } = makeIndex(join(root, "new"));

  async function write(place: Place, request: StoredRequest): Promise<void> {
    await disk(async () => {
      await key.check();
      await replaceFile(root, place, `${request.id}.json`, formatStoredRequest(request));
    });
    await flush(place);
  }

  function checkRoom(): void {
    if (size() >= mostWaiting) throw Object.assign(new Error("too many requests wait"), { code: "EFULL" });
  }

  async function store(request: StoredRequest): Promise<undefined> {
    if (!has(request.id)) checkRoom();
    await write("new", request);
  }

  async function accept(request: StoredRequest): Promise<void> {
    await disk(() =>
      moveToSent(request).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await key.check(); // If its volume is gone, the file comes back with it.
      }),
    );
  }

  async function moveToSent(request: StoredRequest): Promise<void> {
    const { id } = request;
    if (keepSentDays === 0) return unlink(file("new", id));
    // A move needs no disk space and cannot lose the only copy. Writing it again could.
    await move(file("new", id), file("sent", id));
    if (!needsNote(request)) return;
    await replaceFile(root, "sent", `${id}.json`, formatStoredRequest(request), { flush: false }).catch(
      () => {},
    );
  }

  const remove = (id: string, place: Place = "new") => disk(() => removeFile(file(place, id)));
  const text = (place: Place, id: string) => disk(() => readIfThere(file(place, id)));
  const read = async (id: string) => parseStoredRequest((await text("new", id)) ?? "");
  const list = (place: Place) => listFiles(join(root, place));

  /** The times and tries of the waiting requests, oldest first. */
  async function index() {
    await disk(key.check);
    return scan();
  }

  /** Writes first, then removes. */
  async function moveToDead(request: StoredRequest, now: Date): Promise<void> {
    await write("dead", asDead(request, now));
    await remove(request.id);
  }

  const counts = async () => countsOf(await index(), (await disk(() => list("dead"))).length);

  async function probe(): Promise<void> {
    checkRoom();
    await disk(key.check);
    await disk(() => probeFolder(root));
  }

  async function change(
    id: string,
    place: Place,
    edit: (request: StoredRequest) => StoredRequest,
    to: Place = place,
  ): Promise<boolean> {
    await disk(key.check);
    if (!(await updateStored(root, place, id, edit))) return false;
    if (to === place) return true;
    // Changed where it is, then moved: it is never in two places.
    await disk(() => move(file(place, id), file(to, id)));
    await flush(to);
    return true;
  }

  return {
    name: dir,
    dir: root,
    take: store,
    /** The leader lock is enough: processes on one folder are on one machine. */
    claim: async () => true,
    store,
    change,
    accept,
    stamp: (id: string) => disk(() => stampOf(file("new", id))),
    remove,
    read,
    index,
    moveToDead,
    counts,
    /** Fails if the folder is not the outbox: its volume is gone. */
    check: async () => void (await disk(key.check)),
    idKey: async () => key.known() ?? (await disk(key.read)),
    probe,
    ids: async (place: Place) =>
      (await disk(() => list(place))).map((name) => name.slice(0, -".json".length)),
    text,
    readNote: (name: string) => disk(() => readIfThere(join(root, name))),
    writeNote: async (name: string, text: string) => void (await disk(() => put(root, ".", name, text))),
    sweep: () => sweepOutbox(root, keepSentDays, log),
    advice: {
      unwritable: `No request can be kept in ${dir}. Make it writable, free disk space, mount its volume, or check the disk if it hangs (ETIMEDOUT).`,
      stays:
        "The request was accepted but still waits. Make OUTBOX_DIR writable and check its disk. If the site stops before that, delete the request (npm run outbox forget ID), or it is sent again.",
      unreadable: `Waiting requests cannot be read, so nothing is sent again. Make ${dir} readable.`,
    },
  } satisfies Outbox & Record<string, unknown>;
}
