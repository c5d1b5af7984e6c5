import { lstat, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, relative } from "node:path";
import { errorCode } from "~/config/error-code";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";

/** Lets one of several processes on an outbox redeliver (a restart that overlaps, two containers). */
export type LeaderLock = ReturnType<typeof makeLeaderLock>;

/** The holder of the socket replies at once. One that is silent for this long is frozen. */
const SILENT_MS = 10_000;

/**
 * Holds a socket in the outbox folder. The kernel closes it however the process ends; a frozen process loses it. A lock
 * file would need an expiry time. Where a socket cannot be made (another file system, Windows) everybody gets the lock.
 *
 * @param isWritable its `ETIMEDOUT` (a socket on a disk that hangs would block the process) and `ENOKEY` are thrown
 */
export function makeLeaderLock(dir: string, isWritable: () => Promise<void>, log: Log, silentMs = SILENT_MS) {
  // A socket's path may have 107 characters, so take the shorter form.
  const absolute = join(dir, "redelivery.sock");
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
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
    if (found && (await isHeld(path, silentMs))) return false;
    await isWritable().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ETIMEDOUT" || error.code === "ENOKEY") throw error;
    });
    // Another process may have been faster. A new socket may have the inode of the one that it replaced.
    const now = await stat();
    if (now?.ino !== found?.ino || now?.ctimeMs !== found?.ctimeMs) return false;
    // Left behind by a process that was killed, or held by a frozen one.
    const error = found && (await disk(() => unlink(path)).catch((reason: Error) => reason));
    const server = await listen(path);
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
    // Closing removes the file, so close only this process's own.
    if (found) own.get(found.ino)?.close();
    own.clear();
  }

  return { acquire, release };
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
