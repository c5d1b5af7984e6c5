import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** How the outbox puts things on the disk so that they are there after a crash. */

/** The folders of an outbox: half-written, waiting, given up, suspected of spam. */
export const FOLDERS = ["tmp", "new", "dead", "suspect"] as const;
export type Folder = (typeof FOLDERS)[number];

/** A file is written within moments; what is half-written after this is a crash's, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * A file in a folder of the outbox, whole or not at all, in place of an earlier one. Folders that are not there (at the
 * first request, or after somebody tidied up) are made. Throws what the disk throws.
 */
export async function put(dir: string, folder: Folder | ".", name: string, text: string): Promise<void> {
  try {
    await putInto(dir, folder, name, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeFolders(dir);
    await putInto(dir, folder, name, text);
  }
}

async function putInto(dir: string, folder: Folder | ".", name: string, text: string): Promise<void> {
  // Not named by the id: two writers of one id must not meet in one temporary file.
  const temporary = join(dir, "tmp", `${randomBytes(8).toString("hex")}.json`);
  try {
    await writeThrough(temporary, text);
    await rename(temporary, join(dir, folder, name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(join(dir, folder));
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** Deletes what a crash left half-written: it is no request any more, but holds what somebody typed. */
export async function sweep(dir: string): Promise<void> {
  for (const name of await readdir(join(dir, "tmp"))) {
    const file = join(dir, "tmp", name);
    // One that cannot be removed keeps none of the others.
    const writtenAt = await stat(file).then(({ mtimeMs }) => mtimeMs, Date.now);
    if (Date.now() - writtenAt > ABANDONED_MS) await removeFile(file).catch(() => {});
  }
}

/** The text of a file, or undefined if there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}

/** The key that ids are made with: 32 bytes, made once, the same for all who open the folder. */
export async function readOrMakeKey(dir: string): Promise<Buffer> {
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
  let made = false;
  for (const folder of FOLDERS) {
    made = (await mkdir(join(dir, folder), { recursive: true, mode: 0o700 })) !== undefined || made;
  }
  if (made) {
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
