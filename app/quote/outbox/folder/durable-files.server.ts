import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { STATUSES, type Status } from "~/quote/lifecycle/stored-quote.server";

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
const UNREADABLE = "unreadable";

/**
 * Writes a file into a folder of the outbox, whole or not at all, in place of an earlier one. It is on the disk when this
 * returns; with `flush: "file"` a power cut may undo it until the folder is flushed, with `false` it may leave it empty, too. Missing
 * folders are made. Throws what the disk throws.
 *
 * @param version replaces only the file that has this version
 * @returns false if another or none was there
 */
export async function writeAtomic(
  dir: string,
  folder: Status | ".",
  name: string,
  text: string,
  { flush = true, version }: { flush?: boolean | "file"; version?: string } = {},
): Promise<boolean> {
  const path = join(dir, folder, name);
  // Not named by the id: two writers of one id must not share a temporary file.
  const temporary = join(dir, "tmp", `${writer}-${++written}.json`);
  try {
    await withFolders(dir, () => writeNew(temporary, text, flush !== false));
    // Between this look and the rename another process has a fraction of a millisecond.
    const isCurrent = !version || (await versionOf(path)) === version;
    await (isCurrent ? move(dir, temporary, path) : unlink(temporary));
    if (flush === true && isCurrent) await syncFolder(join(dir, folder));
    return isCurrent;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Writes a new file for its owner alone. With `flush` it is on the disk when this returns. */
export const writeNew = (path: string, text: string, flush: boolean): Promise<void> =>
  writeFile(path, text, { flag: "wx", mode: 0o600, flush });

/** Renames a file of an outbox. Missing folders are made. */
export const move = (dir: string, from: string, to: string): Promise<void> =>
  withFolders(dir, () => rename(from, to));

/** Deletes a file. Returns whether it was there. */
export const removeFile = async (path: string): Promise<boolean> =>
  (await unlink(path).then(() => true, ignoreMissing)) ?? false;

/** Tells one version of a file from another (`version`), and when it was written. Undefined if the file is missing. */
export async function statFile(path: string): Promise<{ version: string; writtenMs: number } | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return undefined;
  const { ino, size, mtimeMs: writtenMs } = found;
  // Opening a FIFO would hang, and a device would have no end.
  const version = found.isFile() && size <= FILE_LIMIT ? `${ino} ${size} ${writtenMs}` : UNREADABLE;
  return { version, writtenMs };
}

export const versionOf = async (path: string) => (await statFile(path))?.version;

/** The text of a file. Undefined if the file is missing; "" if it is over 1 MiB, a folder or a pipe. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return (await versionOf(path)) === UNREADABLE ? "" : readFile(path, "utf8").catch(ignoreMissing);
}

/** The names of a folder's files, without the outbox's own test files; empty if there is no folder yet. */
export async function listFiles(folder: string): Promise<string[]> {
  const all = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return all.filter((name) => name.endsWith(".json") && !PROBE_FILE.test(name));
}

/** Does a step again, with the folders of the outbox, where one was missing. */
async function withFolders<T>(dir: string, step: () => Promise<T>): Promise<T> {
  return step().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await makeFolders(dir);
    return step();
  });
}

/** Makes the folders of an outbox; half-written files are in `tmp`. A folder is on the disk once its parent is flushed. */
export async function makeFolders(dir: string): Promise<void> {
  let first: string | undefined;
  for (const folder of ["tmp", ...STATUSES]) {
    const made = await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
    first ??= made;
  }
  if (!first) return;
  const existing = dirname(first);
  for (let made = join(dir, "new"); made.length > existing.length; made = dirname(made))
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

/** Turns the error of a file or folder that is not there into undefined, and throws any other. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
