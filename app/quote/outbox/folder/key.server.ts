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
import type { StorageTrouble } from "~/quote/outbox/outbox.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY = /^[0-9a-f]{64}\s*$/;

/** The key or the error of reading it, and the file's identity. */
type Known = { key: Buffer | Error; dev: number; ino: number };

/**
 * The outbox's key: 32 bytes, for the HMAC of quote ids. Its file also identifies the folder: if it disappears, the volume
 * was unmounted, and what is written to the mount point would be hidden by the next mount.
 */
export function makeFolderKey(dir: string, log: Log, { mustExist = false } = {}) {
  const file = join(dir, "key");
  let known: Known | undefined;
  /** When another folder took the place of this one (ISO 8601). */
  let replacedAt: string | undefined;

  /** Creates folder and key on first use. Throws `ENOKEY` if the key is gone. An unreadable key does not prevent writes. */
  async function check(): Promise<Known> {
    // Read before `stat`: another call may create the key while this one waits.
    const wasThere = known !== undefined;
    const found = await stat(file).catch(ignoreMissing);
    if (!found && (wasThere || mustExist))
      throw codedError("ENOKEY", wasThere ? `${file} is gone` : `There is no outbox in ${dir}.`);
    // An unreadable key is read again: it may have been repaired in place.
    if (known?.key instanceof Buffer && found?.ino === known.ino && found.dev === known.dev) return known;
    if (!found && (await makeKey(dir, file))) {
      log("warn", "outbox.created", { dir, advice: await adviceOnCreated(dir) });
    }
    const { dev, ino } = await stat(file);
    const key = await readKey(file).catch((error: Error) => error);
    if (known?.key instanceof Buffer && key instanceof Buffer && !known.key.equals(key)) {
      const advice = `${dir} is now another folder, with another key: its volume was mounted while the site was running. Check for requests under the mount point.`;
      log("error", "outbox.replaced", { dir, advice });
      replacedAt = new Date().toISOString();
    }
    if (key instanceof Error && !(known?.key instanceof Error)) {
      const advice = `${file} cannot be read, so a request submitted twice may arrive twice. Requests are kept and sent all the same. Make it readable. If it is damaged (EDAMAGED), restore it from a backup; without one, stop the site, delete this one file and start the site.`;
      log("error", "outbox.key", { code: errorCode(key), advice });
    }
    known = { key, dev, ino };
    return known;
  }

  /** Returns the key. Throws as `check` and `readKey` do. */
  async function read(): Promise<Buffer> {
    const { key } = await check();
    if (key instanceof Error) throw key;
    return key;
  }

  async function troubles(): Promise<StorageTrouble[]> {
    const { mtimeMs } = await stat(file);
    const found: StorageTrouble[] = [];
    if (replacedAt !== undefined) {
      const detail = `A volume was mounted over ${dir} while the site ran. Look for requests under the mount point, then restart the site.`;
      found.push({ kind: "replaced", since: replacedAt, detail });
    }
    if (Date.now() - mtimeMs < DAY_MS) {
      const detail = `Otherwise its disk is not mounted at ${dir}: delete nothing there, and see outbox.created in the log.`;
      found.push({ kind: "created", since: new Date(mtimeMs).toISOString(), detail });
    }
    if (known?.key instanceof Error) {
      const detail = `Make ${file} readable, or restore it from a backup.`;
      found.push({ kind: "key", code: errorCode(known.key), detail });
    }
    return found;
  }

  return { check, read, troubles, known: () => (known?.key instanceof Buffer ? known.key : undefined) };
}

/** The folder may hold quotes: advice that is followed must not lose them. */
async function adviceOnCreated(dir: string): Promise<string> {
  const files = await Promise.all(STATUSES.map((status) => listFiles(join(dir, status)).catch(() => [])));
  return files.flat().length > 0
    ? `The file key in ${dir} was missing, and a new one was made. There is nothing to do: the requests there are kept and sent. If a visitor sends one of them again, it may arrive twice.`
    : `A new outbox was made in ${dir}. Normal on a first start. Otherwise its volume is not mounted, and requests are saved here in the meantime: stop the site, move the files in ${join(dir, "new")} to a safe place, mount the volume, and move them into new/ there.`;
}

const codedError = (code: string, text: string) => Object.assign(new Error(text), { code });

/** Reads a key file. Throws file system errors, and `EDAMAGED` if its content is not a key. */
async function readKey(file: string): Promise<Buffer> {
  // Opening a FIFO would block.
  const text = (await stat(file)).isFile() ? await readFile(file, "utf8") : "";
  if (!KEY.test(text)) throw codedError("EDAMAGED", `${file} is damaged`);
  return Buffer.from(text, "hex");
}

/** @returns false if another process created the key first */
async function makeKey(dir: string, file: string): Promise<boolean> {
  await makeFolders(dir);
  const temporary = join(dir, "tmp", `key-${randomBytes(8).toString("hex")}`);
  await writeNew(temporary, randomBytes(32).toString("hex"), true);
  let made = true;
  // `link` is atomic and never replaces, so two processes that start together share one key. Some file systems lack it.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") return rename(temporary, file);
    made = false;
  });
  await unlink(temporary).catch(() => {});
  await syncFolder(dir);
  return made;
}
