import { randomBytes } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import {
  formatStoredQuote,
  needsReceipt,
  parseStoredQuote,
  STATUSES,
  type Status,
  type StoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import { makeCoalescedFsync } from "~/quote/outbox/folder/coalesced-fsync.server";
import {
  listFiles,
  move,
  readIfThere,
  removeFile,
  syncFolder,
  versionOf,
  writeAtomic,
} from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { makeFolderKey } from "~/quote/outbox/folder/key.server";
import { purgeFolder } from "~/quote/outbox/folder/purge.server";
import { readTexts } from "~/quote/outbox/folder/read-texts.server";
import { makeSnapshotCache } from "~/quote/outbox/folder/snapshot.server";
import { adviceFor, folderTroubles } from "~/quote/outbox/folder/troubles.server";
import type { InsertResult, Outbox } from "~/quote/outbox/outbox.server";

/** An outbox in a folder, like a Maildir: a JSON file per quote, a folder per status. A file moved to `new/` by hand is sent. */
export type FolderStore = ReturnType<typeof openFolder>;

/**
 * @param dir created on first use, with its subfolders and key; with `mustExist`, operations throw `ENOKEY` instead
 * @param maxWaiting limits the memory of the snapshot; above it, inserts throw `EFULL`
 */
export function openFolder(
  dir: string,
  { keepSentDays = 30, log = (() => {}) as Log, maxWaiting = 100_000, mustExist = false } = {},
) {
  // A relative path would break if the working directory were moved or deleted.
  const root = resolve(dir);
  const fileOf = (status: Status, id: string) => join(root, status, `${id}.json`);
  const key = makeFolderKey(root, log, { mustExist });
  const flush = makeCoalescedFsync(join(root, "new"));
  const advice = adviceFor(dir);
  const { scan, has, size } = makeSnapshotCache(join(root, "new"));

  /** Runs `step` as one disk operation, after checking that the outbox's volume is still mounted. */
  const withOutbox = <T>(step: () => Promise<T>): Promise<T> => disk(() => key.check().then(step));

  const write = (status: Status, quote: StoredQuote, options: Parameters<typeof writeAtomic>[4] = {}) =>
    writeAtomic(root, status, `${quote.id}.json`, formatStoredQuote(quote), options);

  function throwIfFull(): void {
    if (size() >= maxWaiting) throw Object.assign(new Error("too many requests wait"), { code: "EFULL" });
  }

  async function update(quote: StoredQuote): Promise<void> {
    if (!has(quote.id)) throwIfFull();
    await withOutbox(() => write("new", quote, { flush: "file" }));
    await flush();
  }

  async function moveToSent(quote: StoredQuote): Promise<void> {
    const waiting = fileOf("new", quote.id);
    try {
      if (keepSentDays === 0) return await unlink(waiting);
      // Unlike writing the file anew, a move needs no disk space and cannot lose the only copy.
      await move(root, waiting, fileOf("sent", quote.id));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return; // It was never stored, or already moved.
      throw error;
    }
    if (needsReceipt(quote)) await write("sent", quote, { flush: false }).catch(() => {});
  }

  const remove = (id: string, status: Status = "new") => disk(() => removeFile(fileOf(status, id)));
  /** Throws if the volume is not mounted, rather than reporting the quote as missing. */
  const text = (status: Status, id: string) =>
    disk(async () => {
      const found = await readIfThere(fileOf(status, id));
      if (found === undefined) await key.check();
      return found;
    });
  const check = () => withOutbox(async () => {});

  /** Stores a test file, moves it through every status folder, and removes it. */
  async function probe(): Promise<void> {
    throwIfFull();
    const id = `probe-${randomBytes(8).toString("hex")}`;
    await withOutbox(async () => {
      await writeAtomic(root, "new", `${id}.json`, "{}\n");
      let at = fileOf("new", id);
      try {
        for (const status of STATUSES.slice(1)) {
          await move(root, at, fileOf(status, id));
          at = fileOf(status, id);
        }
      } finally {
        await removeFile(at);
      }
    });
  }

  const edit: Outbox["edit"] = (id, status, transition, to = status) =>
    withOutbox(async () => {
      const file = fileOf(status, id);
      for (let isWritten = false; !isWritten; ) {
        const version = await versionOf(file);
        const quote = parseStoredQuote((await readIfThere(file)) ?? "");
        if (!version || quote?.id !== id) return false;
        // Optimistic locking: the site may have updated the quote since it was read.
        isWritten = await write(status, transition(quote), { version });
      }
      if (to === status) return true;
      // Edited in place, then moved: it never has two statuses.
      await move(root, file, fileOf(to, id));
      await syncFolder(join(root, to));
      return true;
    });

  return {
    name: dir,
    dir: root,
    /** One that was given up before must not hide this one. */
    insert: async (quote: StoredQuote): Promise<InsertResult> => {
      await update(quote);
      await remove(quote.id, "dead").catch(() => {});
      return "inserted";
    },
    /** The redelivery lock is enough: all processes that share a folder are on one machine. */
    claim: async () => true,
    update,
    edit,
    markSent: (quote: StoredQuote) => withOutbox(() => moveToSent(quote)),
    remove,
    read: async (id: string) => parseStoredQuote((await text("new", id)) ?? ""),
    snapshot: () => check().then(scan),
    /** Writes before it removes, so that a crash leaves at least one copy. */
    markDead: async (quote: StoredQuote) => {
      await withOutbox(() => write("dead", quote));
      await remove(quote.id);
    },
    check,
    idKey: async () => key.known() ?? (await disk(key.read)),
    probe,
    ids: async (status: Status) =>
      (await disk(() => listFiles(join(root, status)))).map((name) => name.slice(0, -".json".length)),
    text,
    texts: (status: Status) => readTexts(join(root, status), (id) => text(status, id)),
    readMetadata: (name: string) => disk(() => readIfThere(join(root, name))),
    writeMetadata: async (name: string, text: string) =>
      void (await withOutbox(() => writeAtomic(root, ".", name, text))),
    purge: () => purgeFolder(root, keepSentDays, log),
    troubles: () => folderTroubles(root, advice.unwritable, probe, key.troubles),
    advice,
  } satisfies Outbox & Record<string, unknown>;
}
