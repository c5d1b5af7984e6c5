import { once } from "node:events";
import { lstat, open } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { errorCode } from "~/log/error-code";
import { removeFile } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

const NAME = "redelivery.sock";
/** The holder of the socket replies at once. One that is silent for this long is frozen. */
const SILENT_MS = 10_000;

/**
 * Holds a socket in the outbox folder. The kernel closes it however the process ends; a frozen process loses it. A lock
 * file would need an expiry time. Where no socket can be made (a read-only disk, not Linux) everybody gets the lock.
 *
 * @param isWritable its `ETIMEDOUT` (a socket on a disk that hangs would block the process) and `ENOKEY` are thrown
 */
export function makeRedeliveryLock(dir: string, isWritable: () => Promise<void>, silentMs = SILENT_MS) {
  const path = join(dir, NAME);
  /** This process's socket. While it is open nothing else gets its inode, though its volume may be away. */
  let own: { ino: number; server: Server } | undefined;
  let acquiring: Promise<boolean> | undefined;
  const stat = () => disk(() => lstat(path).catch(() => undefined));

  /** Calls with a path to the socket that is short enough, however long the folder's path is. */
  async function withShortPath<T>(use: (path: string) => Promise<T>): Promise<T> {
    const folder = await disk(() => open(dir));
    return use(`/proc/self/fd/${folder.fd}/${NAME}`).finally(() => folder.close());
  }

  async function acquireNow(): Promise<boolean> {
    const found = await stat();
    if (found && found.ino === own?.ino) return true;
    if (found && (await withShortPath((short) => isHeld(short, silentMs)))) return false;
    await isWritable().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ETIMEDOUT" || error.code === "ENOKEY") throw error;
    });
    // Another process may have been faster. A new socket may have the inode of the one that it replaced.
    const now = await stat();
    if (now?.ino !== found?.ino || now?.ctimeMs !== found?.ctimeMs) return false;
    // Left behind by a process that was killed, or held by a frozen one.
    const isGone = !found || (await disk(() => removeFile(path)).catch(() => false));
    const server = await withShortPath(listen).catch(errorCode);
    if (typeof server === "string") return server !== "EADDRINUSE" || !isGone;
    const { ino } = await disk(() => lstat(path)).catch((error) => {
      server.close(); // It would answer this process, as another one.
      throw error;
    });
    own = { ino, server };
    return true;
  }

  return {
    /** Callers share an attempt under way: two in one process would get in each other's way. */
    acquire(): Promise<boolean> {
      acquiring ??= acquireNow().finally(() => {
        acquiring = undefined;
      });
      return acquiring;
    },
    async release(): Promise<void> {
      const found = await stat().catch(() => undefined);
      if (own && own.ino === found?.ino) {
        await disk(() => removeFile(path)).catch(() => {});
        own.server.close();
      }
      own = undefined;
    },
  };
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).end("here"));
  await once(server.listen(path), "listening");
  return server.on("error", () => {}).unref();
}

/** Whether a living process holds the socket. The kernel accepts a connection for a frozen one, too. */
async function isHeld(path: string, silentMs: number): Promise<boolean> {
  const socket = connect(path);
  socket.setTimeout(silentMs, () => socket.destroy());
  return (await text(socket).catch(() => "")) !== "";
}
