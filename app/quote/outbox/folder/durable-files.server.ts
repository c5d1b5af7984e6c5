import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { STATUSES, type Status } from "~/quote/lifecycle/stored-quote.server";

// The callback API: FileHandles of node:fs/promises need noticeably more CPU time, and each quote opens three files.
const open = promisify(fs.open);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);
const writeFile = promisify(fs.writeFile);

/** Makes temporary file names unique across the processes that share an outbox. */
const writer = randomBytes(8).toString("hex");
let written = 0;

/** Test files of `probe`, not quotes. */
export const PROBE_FILE = /^probe-/;

/** Bytes. A form of 64 KiB is at most six times as long in JSON. */
const FILE_LIMIT = 1024 * 1024;
const UNREADABLE = "unreadable";

/**
 * Atomically writes or replaces a file in the outbox: temporary file, fsync, rename. Creates missing folders. Throws file
 * system errors.
 *
 * @param flush `true`: file and folder are fsynced. `"file"`: only the file; a power cut may undo the rename. `false`:
 * neither; the file may also end up empty.
 * @param version replace only this version of the file
 * @returns false if the file is missing or has another version
 */
export async function writeAtomic(
  dir: string,
  folder: Status | ".",
  name: string,
  text: string,
  { flush = true, version }: { flush?: boolean | "file"; version?: string } = {},
): Promise<boolean> {
  const path = join(dir, folder, name);
  // Not named after the id: two writers of one quote must not share a temporary file.
  const temporary = join(dir, "tmp", `${writer}-${++written}.json`);
  try {
    await withFolders(dir, () => writeNew(temporary, text, flush !== false));
    // Not atomic: another process could still write between this check and the rename.
    const isCurrent = !version || (await versionOf(path)) === version;
    await (isCurrent ? move(dir, temporary, path) : unlink(temporary));
    if (flush === true && isCurrent) await syncFolder(join(dir, folder));
    return isCurrent;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Creates a file with mode 0600, fsynced with `flush`. Throws `EEXIST` if it exists. */
export const writeNew = (path: string, text: string, flush: boolean): Promise<void> =>
  writeFile(path, text, { flag: "wx", mode: 0o600, flush });

/** Renames a file. Creates missing outbox folders. */
export const move = (dir: string, from: string, to: string): Promise<void> =>
  withFolders(dir, () => rename(from, to));

/** Deletes a file. Returns whether it existed. */
export const removeFile = async (path: string): Promise<boolean> =>
  (await unlink(path).then(() => true, ignoreMissing)) ?? false;

/** A file's version: inode, size and modification time; undefined if it is missing. */
export async function versionOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return undefined;
  // Opening a FIFO would block, and a device may have no end.
  return found.isFile() && found.size <= FILE_LIMIT
    ? `${found.ino} ${found.size} ${found.mtimeMs}`
    : UNREADABLE;
}

/** A file's text; undefined if it is missing, "" if it is over 1 MiB or not a regular file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return (await versionOf(path)) === UNREADABLE ? "" : readFile(path, "utf8").catch(ignoreMissing);
}

/** The names of a folder's JSON files, without those of `probe`; empty if the folder is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const all = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return all.filter((name) => name.endsWith(".json") && !PROBE_FILE.test(name));
}

/** Runs `step`. On `ENOENT`, creates the outbox folders and runs it again. */
async function withFolders<T>(dir: string, step: () => Promise<T>): Promise<T> {
  return step().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await makeFolders(dir);
    return step();
  });
}

/** Creates the folders of an outbox; `tmp` is for partial files. Fsyncs each parent, which makes a new folder durable. */
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

/** Fsyncs a folder, which makes renames into it durable. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  try {
    await fsync(opened);
  } finally {
    await close(opened);
  }
}

/** Catches `ENOENT` as undefined and rethrows any other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
