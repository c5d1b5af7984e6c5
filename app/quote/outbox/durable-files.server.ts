import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { PLACES, type Place } from "~/quote/outbox/outbox.server";

// A quote opens three files. As a FileHandle of node:fs/promises, each would cost noticeably more processor time.
const open = promisify(fs.open);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);
const writeFile = promisify(fs.writeFile);

/** Makes the names of temporary files unique among the processes that share an outbox. */
const writer = randomBytes(8).toString("hex");
let written = 0;

/** The test files of `probe`, which are no requests. */
export const PROBE_FILE = /^probe-/;

/** The largest file that is read. A request of 64 KiB is at most six times as long in JSON. */
const FILE_LIMIT = 1024 * 1024;

/** Writes a file as `replaceFile` does, and flushes its folder: it is on the disk when this returns. */
export async function put(
  dir: string,
  folder: Place | ".",
  name: string,
  text: string,
  { stamp }: { stamp?: string } = {},
): Promise<boolean> {
  const isWritten = await replaceFile(dir, folder, name, text, { stamp });
  await syncFolder(join(dir, folder));
  return isWritten;
}

/**
 * Writes a file into a folder of the outbox, whole or not at all, in place of an earlier one. A power cut may undo it until
 * the folder is flushed; with `flush: false` it may leave it empty. Missing folders are made. Throws what the disk throws.
 *
 * @param stamp replaces only the file that has this stamp
 * @returns false if another or none was there
 */
export async function replaceFile(
  dir: string,
  folder: Place | ".",
  name: string,
  text: string,
  { flush = true, stamp }: { flush?: boolean; stamp?: string } = {},
): Promise<boolean> {
  const path = join(dir, folder, name);

  async function write(): Promise<boolean> {
    // Not named by the id: two writers of one id must not share a temporary file.
    const temporary = join(dir, "tmp", `${writer}-${++written}.json`);
    try {
      await writeNew(temporary, text, flush);
      // Between this look and the rename another process has a fraction of a millisecond.
      if (stamp && (await stampOf(path)) !== stamp) {
        await unlink(temporary);
        return false;
      }
      await rename(temporary, path);
      return true;
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }
  return write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await makeFolders(dir);
    return write();
  });
}

/** Writes a new file that only its owner can read. With `flush` it is on the disk when this returns. */
export const writeNew = (path: string, text: string, flush: boolean): Promise<void> =>
  writeFile(path, text, { flag: "wx", mode: 0o600, flush });

/** Moves a file to a folder, which is made if it is missing. Throws what the disk throws. */
export async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing || !(await stampOf(from))) throw error;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  }
}

/** Deletes a file. Returns whether it was there. */
export const removeFile = async (path: string): Promise<boolean> =>
  (await unlink(path).then(() => true, ignoreMissing)) ?? false;

/** Identifies the current state of a file; undefined if there is no file. */
export async function stampOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return undefined;
  // Opening a FIFO would hang, and a device would have no end.
  if (!found.isFile() || found.size > FILE_LIMIT) return "unreadable";
  return `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** The text of a file; undefined if there is no file, "" if it is not a regular file of at most 1 MiB. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return (await stampOf(path)) === "unreadable" ? "" : readFile(path, "utf8").catch(ignoreMissing);
}

/** The names of a folder's files, without the outbox's own test files; empty if there is no folder yet. */
export async function listFiles(folder: string): Promise<string[]> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  return all.filter((name) => name.endsWith(".json") && !PROBE_FILE.test(name));
}

/** Makes the folders of an outbox; half-written files are in `tmp`. A folder is on the disk once its parent is flushed. */
export async function makeFolders(dir: string): Promise<void> {
  let first: string | undefined;
  for (const folder of ["tmp", ...PLACES]) {
    const made = await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
    first ??= made;
  }
  if (!first) return;
  const there = dirname(first);
  for (let made = join(dir, "new"); made.length > there.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Flushes a folder: a rename is on the disk only once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  try {
    await fsync(opened);
  } finally {
    await close(opened);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
