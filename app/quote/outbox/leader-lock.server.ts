import { lstat, open, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, relative } from "node:path";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { disk } from "~/quote/outbox/disk.server";

/** Lets one of several processes on an outbox redeliver (a restart that overlaps, two containers). */
export type LeaderLock = ReturnType<typeof makeLeaderLock>;

const NAME = "redelivery.sock";
/** The longest path of a socket, in bytes. Node cuts a longer one silently. */
const LONGEST_PATH = 107;

/** The holder of the socket replies at once. One that is silent for this long is frozen. */
const SILENT_MS = 10_000;

/**
 * Holds a socket in the outbox folder. The kernel closes it however the process ends; a frozen process loses it. A lock
 * file would need an expiry time. Where a socket cannot be made (another file system, Windows) everybody gets the lock.
 *
 * @param isWritable its `ETIMEDOUT` (a socket on a disk that hangs would block the process) and `ENOKEY` are thrown
 */
export function makeLeaderLock(dir: string, isWritable: () => Promise<void>, log: Log, silentMs = SILENT_MS) {
  const path = join(dir, NAME);
  /** This process's sockets by inode. One may be hidden for a while, as its volume is, but keeps its inode. */
  const own = new Map<number, Server>();
  let reported = false;
  let acquiring: Promise<boolean> | undefined;
  const stat = () => disk(() => lstat(path).catch(() => undefined));

  async function acquireNow(): Promise<boolean> {
    const found = await stat();
    if (found && own.has(found.ino)) return true;
    if (found && !found.isSocket()) {
      const advice =
        "redelivery.sock in the outbox is not the site's socket, so two processes may send the same request. Move it away.";
      if (!reported) log("error", "outbox.damaged", { file: "redelivery.sock", advice });
      reported = true;
      return true;
    }
    if (found && (await withShortPath(dir, (short) => isHeld(short, silentMs)))) return false;
    await isWritable().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ETIMEDOUT" || error.code === "ENOKEY") throw error;
    });
    // Another process may have been faster. A new socket may have the inode of the one that it replaced.
    const now = await stat();
    if (now?.ino !== found?.ino || now?.ctimeMs !== found?.ctimeMs) return false;
    // Left behind by a process that was killed, or held by a frozen one.
    const error = found && (await disk(() => unlink(path)).catch((reason: Error) => reason));
    const server = await withShortPath(dir, listen).catch(errorCode);
    if (server === "EADDRINUSE") return error !== undefined; // A read-only disk has no lock.
    if (typeof server === "string") return true;
    const { ino } = await disk(() => lstat(path));
    own.set(ino, server.unref());
    return true;
  }

  /** Callers share an attempt under way: two in one process would be in each other's way. */
  function acquire(): Promise<boolean> {
    acquiring ??= acquireNow().finally(() => {
      acquiring = undefined;
    });
    return acquiring;
  }

  async function release(): Promise<void> {
    const found = await stat().catch(() => undefined);
    const server = found && own.get(found.ino);
    own.clear();
    // Closing removes the file, so close only this process's own. A path through an open folder is no longer there.
    if (server && !shortPath(dir)) await disk(() => unlink(path)).catch(() => {});
    server?.close();
  }

  return { acquire, release };
}

/** The socket's path, absolute or from here; undefined if both are too long. */
function shortPath(dir: string): string | undefined {
  const absolute = join(dir, NAME);
  const paths = [relative(process.cwd(), absolute), absolute];
  return paths.find((path) => Buffer.byteLength(path) <= LONGEST_PATH);
}

/** Calls with a path of the socket that is short enough: where the folder's own is too long, through the open folder. */
async function withShortPath<T>(dir: string, use: (path: string) => Promise<T>): Promise<T> {
  const short = shortPath(dir);
  if (short) return use(short);
  const folder = await disk(() => open(dir));
  try {
    return await use(`/proc/self/fd/${folder.fd}/${NAME}`);
  } finally {
    await folder.close();
  }
}

/** @returns the server, or the code of the error */
function listen(path: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("here"));
    server.once("error", (error) => resolve(errorCode(error)));
    server.listen(path, () => resolve(server));
  });
}

/** Whether a living process holds the socket. The kernel accepts a connection for a frozen one, too. */
function isHeld(path: string, silentMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (held: boolean) => {
      socket.destroy();
      resolve(held);
    };
    socket.setTimeout(silentMs).once("data", () => end(true));
    for (const event of ["timeout", "error", "end"]) socket.once(event, () => end(false));
  });
}
