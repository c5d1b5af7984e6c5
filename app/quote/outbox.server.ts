import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
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
  const store = (envelope: Envelope) => put(envelope.id, `${JSON.stringify(envelope, null, 2)}\n`);

  async function put(id: string, text: string): Promise<void> {
    await makeFolders(dir);
    // Not named by the id: two writers of one id must not meet in one temporary file.
    const temporary = path("tmp", randomBytes(8).toString("hex"));
    try {
      await writeThrough(temporary, text);
      await rename(temporary, path("new", id));
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

  /** Stores and removes a test file, the way a request goes. Throws what the disk throws. */
  async function probe(): Promise<void> {
    const id = `probe-${randomBytes(8).toString("hex")}`;
    await put(id, "{}\n");
    await remove(id);
  }

  /** What an operator does when nothing can be stored. */
  const unwritable = `Requests are relayed but cannot be kept. Make ${dir} writable, or free its disk.`;

  return { store, remove, idKey, probe, unwritable };
}

async function readOrMakeKey(dir: string): Promise<Buffer> {
  const file = join(dir, "key");
  const read = async () => {
    const key = Buffer.from(await readFile(file, "utf8"), "hex");
    if (key.length !== 32) throw Object.assign(new Error(`${file} is damaged`), { code: "EDAMAGED" });
    return key;
  };
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await makeFolders(dir);
  const temporary = join(dir, "tmp", `key-${randomBytes(8).toString("hex")}`);
  await writeThrough(temporary, randomBytes(32).toString("hex"));
  // A link appears whole and never replaces, so that two processes starting at once end with one key. Where the file
  // system knows no links, a rename has to do.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") return rename(temporary, file);
  });
  await unlink(temporary).catch(() => {});
  await syncFolder(dir);
  return read();
}

/** A folder is on the disk only once the one that holds it is. */
async function makeFolders(dir: string): Promise<void> {
  const made = await mkdir(join(dir, "tmp"), { recursive: true, mode: 0o700 });
  const also = await mkdir(join(dir, "new"), { recursive: true, mode: 0o700 });
  if (made || also) {
    await syncFolder(dir);
    await syncFolder(dirname(dir));
  }
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
