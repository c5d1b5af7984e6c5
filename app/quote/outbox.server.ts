import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Envelope } from "~/quote/envelope.server";

/**
 * A folder of requests on disk, written as Maildir does it: a file appears in `new/` whole or not at all, and is there
 * after a crash. `new/` holds what waits to be accepted; `ls` shows it, a file is plain JSON.
 */
export type Outbox = ReturnType<typeof openOutbox>;

/** @param dir created when missing, along with `tmp/`, `new/` and the `key` that ids are made with */
export function openOutbox(dir: string) {
  const path = (folder: "tmp" | "new", id: string) => join(dir, folder, `${id}.json`);
  let key: Promise<Buffer> | undefined;

  /** Writes the envelope into `new/`, in place of an earlier one of the same id. Throws what the disk throws. */
  async function store(envelope: Envelope): Promise<void> {
    await mkdir(join(dir, "tmp"), { recursive: true, mode: 0o700 });
    await mkdir(join(dir, "new"), { recursive: true, mode: 0o700 });
    // Not named by the id: two writers of one id must not meet in one temporary file.
    const temporary = path("tmp", randomBytes(8).toString("hex"));
    try {
      await writeThrough(temporary, `${JSON.stringify(envelope, null, 2)}\n`);
      await rename(temporary, path("new", envelope.id));
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
    await syncFolder(join(dir, "new"));
  }

  /** Forgets a request that was accepted. Removing one that is not there is no error. */
  async function remove(id: string): Promise<void> {
    await unlink(path("new", id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }

  /** The key for ids, kept beside the requests so that ids stay the same over a restart. */
  function idKey(): Promise<Buffer> {
    key ??= readOrMakeKey(dir).catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  }

  /** Writes, syncs and removes a test file. Throws what the disk throws. */
  async function probe(): Promise<void> {
    await mkdir(join(dir, "tmp"), { recursive: true, mode: 0o700 });
    const file = path("tmp", randomBytes(8).toString("hex"));
    await writeThrough(file, "probe\n");
    await unlink(file);
  }

  return { dir, store, remove, idKey, probe };
}

async function readOrMakeKey(dir: string): Promise<Buffer> {
  const file = join(dir, "key");
  const read = async () => Buffer.from(await readFile(file, "utf8"), "hex");
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const temporary = join(dir, `key-${randomBytes(8).toString("hex")}`);
  await writeThrough(temporary, randomBytes(32).toString("hex"));
  // A link appears whole and never replaces, so that two processes starting at once end with one key.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(temporary);
  return read();
}

/** A new file, readable by its owner only, on the disk when this returns. */
async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is on the disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
