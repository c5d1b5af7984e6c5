import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** How the outbox puts files on the disk so that they are there after a crash. */

/** The folders of an outbox: half-written, waiting, accepted, given up, suspected of spam. */
export const FOLDERS = ["tmp", "new", "sent", "dead", "suspect"] as const;
export type Folder = (typeof FOLDERS)[number];

/** The largest file that is read. A request of 64 KiB has at most six times as much as JSON. */
const FILE_LIMIT = 1024 * 1024;

/**
 * A file in a folder of the outbox, whole or not at all, in place of an earlier one, and on the disk when this returns.
 * Folders that are missing (made by a later version, or tidied away) are made. Throws what the disk throws.
 */
export const put = (dir: string, folder: Folder | ".", name: string, text: string): Promise<void> =>
  withFolders(dir, async () => {
    await replace(dir, folder, name, text, writeThrough);
    await syncFolder(join(dir, folder));
  });

/** The same for what may be lost in a power cut: no flush. */
export const putUnsynced = (dir: string, folder: Folder, name: string, text: string): Promise<void> =>
  withFolders(dir, () => replace(dir, folder, name, text, writeNew));

/** Moves a file to a folder, which is made if it is missing. Throws what the disk throws. */
export async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(await stampOf(from))) throw error;
    await mkdir(dirname(to), { mode: 0o700 });
    await rename(from, to);
  }
}

async function withFolders(dir: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeFolders(dir);
    await write();
  }
}

async function replace(
  dir: string,
  folder: Folder | ".",
  name: string,
  text: string,
  write: typeof writeNew,
): Promise<void> {
  // Not named by the id: two writers of one id must not meet in one temporary file.
  const temporary = join(dir, "tmp", `${randomBytes(8).toString("hex")}.json`);
  try {
    await write(temporary, text);
    await rename(temporary, join(dir, folder, name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Removes a file; one that is not there is no error. */
export const removeFile = (path: string): Promise<void> => unlink(path).catch(ignoreMissing);

/** Identifies the current state of a file; undefined if there is no file. */
export async function stampOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return undefined;
  // Opening a FIFO would hang, and a device would have no end.
  if (!found.isFile() || found.size > FILE_LIMIT) return "unreadable";
  return `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** The text of a file; undefined if there is no file, "" if it is no regular file of at most 1 MiB. */
export async function readIfThere(path: string): Promise<string | undefined> {
  const stamp = await stampOf(path);
  if (!stamp) return undefined;
  if (stamp === "unreadable") return "";
  return readFile(path, "utf8").catch(ignoreMissing);
}

/** A folder is on the disk only once the one that holds it is. */
export async function makeFolders(dir: string): Promise<void> {
  let first: string | undefined;
  for (const folder of FOLDERS) {
    const made = await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
    first ??= made;
  }
  if (!first) return;
  for (let at = dir; at.length >= dirname(first).length; at = dirname(at)) {
    await syncFolder(at);
    if (at === dirname(at)) return;
  }
}

/** A new file, readable by its owner only. */
const writeNew = (file: string, text: string): Promise<void> => write(file, text, false);

/** The same, on the disk when this returns. */
export const writeThrough = (file: string, text: string): Promise<void> => write(file, text, true);

async function write(file: string, text: string, sync: boolean): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is on the disk only once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
