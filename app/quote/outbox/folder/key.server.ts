import { randomBytes } from "node:crypto";
import { link, readFile, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { STATUSES } from "~/quote/lifecycle/stored-quote.server";
import {
  ignoreMissing,
  listFiles,
  makeFolders,
  syncFolder,
  writeNew,
} from "~/quote/outbox/folder/durable-files.server";

const KEY = /^[0-9a-f]{64}\s*$/;

/** The key, or what reading it threw, and the file that it was read from. */
type Known = { key: Buffer | Error; dev: number; ino: number };

/**
 * The outbox's key, 32 bytes. It makes the request ids, and it identifies the folder: if the key is gone, the volume is
 * gone, and the next mount would hide what is written there.
 */
export function makeFolderKey(dir: string, log: Log, { mustExist = false } = {}) {
  const file = join(dir, "key");
  let known: Known | undefined;

  /** Makes folder and key at the first use, or throws `ENOKEY`, as when the key is gone. A damaged key still allows writes. */
  async function check(): Promise<Known> {
    // Looked up first: another call may make the key while this one waits.
    const wasThere = known !== undefined;
    const found = await stat(file).catch(ignoreMissing);
    if (!found && (wasThere || mustExist))
      throw codedError("ENOKEY", wasThere ? `${file} is gone` : `There is no outbox in ${dir}.`);
    // A damaged key may be repaired in place.
    if (known?.key instanceof Buffer && found?.ino === known.ino && found.dev === known.dev) return known;
    if (!found && (await makeKey(dir, file))) {
      log("warn", "outbox.created", { dir, advice: await adviceOnCreated(dir) });
    }
    const { dev, ino } = await stat(file);
    const key = await readKey(file).catch((error: Error) => error);
    if (known?.key instanceof Buffer && key instanceof Buffer && !known.key.equals(key)) {
      const advice = `${dir} is now another folder, with another key: its volume was mounted while the site was running. Check for requests under the mount point.`;
      log("error", "outbox.replaced", { dir, advice });
    }
    if (key instanceof Error && !(known?.key instanceof Error)) {
      const advice = `${file} cannot be read, so a request that is sent twice may arrive twice. Requests are kept and sent all the same. Make it readable. If it is damaged (EDAMAGED), restore it from a backup; without one, stop the site, delete this one file and start the site.`;
      log("error", "outbox.key", { code: errorCode(key), advice });
    }
    known = { key, dev, ino };
    return known;
  }

  /** Returns the key. Throws as `check` does, and what reading the key threw: `EDAMAGED` when it is not a key. */
  async function read(): Promise<Buffer> {
    const { key } = await check();
    if (key instanceof Error) throw key;
    return key;
  }

  return { check, read, known: () => (known?.key instanceof Buffer ? known.key : undefined) };
}

/** Following it must never lose a request: the folder may have been in use. */
async function adviceOnCreated(dir: string): Promise<string> {
  const there = await Promise.all(STATUSES.map((status) => listFiles(join(dir, status)).catch(() => [])));
  return there.flat().length > 0
    ? `The file key in ${dir} was missing, and a new one was made. There is nothing to do: the requests there are kept and sent. If a visitor sends one of them again, it may arrive twice.`
    : `A new outbox was made in ${dir}. On a first start there is nothing to do. Otherwise its volume is not mounted, and requests are saved here in the meantime: stop the site, move the files in ${join(dir, "new")} to a safe place, mount the volume, and move them into its new folder.`;
}

const codedError = (code: string, text: string) => Object.assign(new Error(text), { code });

/** Reads a key. Throws what the disk throws, and `EDAMAGED` when the file is not a key. */
export async function readKey(file: string): Promise<Buffer> {
  // Opening a FIFO would hang.
  const text = (await stat(file)).isFile() ? await readFile(file, "utf8") : "";
  if (!KEY.test(text)) throw codedError("EDAMAGED", `${file} is damaged`);
  return Buffer.from(text, "hex");
}

/** @returns false if another process made it at the same time */
async function makeKey(dir: string, file: string): Promise<boolean> {
  await makeFolders(dir);
  const temporary = join(dir, "tmp", `key-${randomBytes(8).toString("hex")}`);
  await writeNew(temporary, randomBytes(32).toString("hex"), true);
  let made = true;
  // A link appears whole and never replaces, so two processes that start at once share one key. A file system without
  // links gets a rename.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") return rename(temporary, file);
    made = false;
  });
  await unlink(temporary).catch(() => {});
  await syncFolder(dir);
  return made;
}
