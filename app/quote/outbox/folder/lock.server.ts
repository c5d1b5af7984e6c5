import { once } from "node:events";
import { lstat, open } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { errorCode } from "~/log/error-code";
import { removeFile } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

const NAME = "redelivery.sock";
/** The holder of the socket replies immediately; after this long without a reply it counts as frozen. */
const SILENT_MS = 10_000;

/**
 * A lock held by listening on a Unix socket in the outbox folder. The kernel closes it however the process ends, so unlike a
 * lock file it needs no expiry time. A frozen process loses it. Where no socket can be created (a read-only disk, not Linux)
 * every process gets the lock.
 *
 * @param isWritable rejects if not; only `ETIMEDOUT` (binding would block this process) and `ENOKEY` are rethrown
 */
export function makeRedeliveryLock(dir: string, isWritable: () => Promise<void>, silentMs = SILENT_MS) {
  const path = join(dir, NAME);
  /** Kept open so that its inode cannot be reused: equal inodes mean that the socket is still ours. */
  let own: { ino: number; server: Server } | undefined;
  let acquiring: Promise<boolean> | undefined;
  const stat = () => disk(() => lstat(path).catch(() => undefined));

  /** Calls `use` with a path of the socket below the length limit of socket paths (about 100 bytes). */
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
    // Another process may have taken the lock since; its new socket may have reused the inode, so compare `ctime` too.
    const now = await stat();
    if (now?.ino !== found?.ino || now?.ctimeMs !== found?.ctimeMs) return false;
    // A socket that is still there is stale: its process was killed or is frozen.
    const isGone = !found || (await disk(() => removeFile(path)).catch(() => false));
    const server = await withShortPath(listen).catch(errorCode);
    if (typeof server === "string") return server !== "EADDRINUSE" || !isGone;
    const { ino } = await disk(() => lstat(path)).catch((error) => {
      server.close(); // The next attempt would take it for another process's.
      throw error;
    });
    own = { ino, server };
    return true;
  }

  return {
    /** Callers share an attempt in progress: two in one process would compete for the socket. */
    acquire(): Promise<boolean> {
      acquiring ??= acquireNow().finally(() => {
        acquiring = undefined;
      });
      return acquiring;
    },
    async release(): Promise<void> {
      const held = own;
      own = undefined; // A second signal may release it once more meanwhile.
      const found = await stat().catch(() => undefined);
      if (!held || held.ino !== found?.ino) return;
      await disk(() => removeFile(path)).catch(() => {});
      held.server.close();
    },
  };
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).end("here"));
  await once(server.listen(path), "listening");
  return server.on("error", () => {}).unref();
}

/** Whether a running process holds the socket. It must reply: the kernel accepts connections even for a frozen one. */
async function isHeld(path: string, silentMs: number): Promise<boolean> {
  const socket = connect(path);
  socket.setTimeout(silentMs, () => socket.destroy());
  return (await text(socket).catch(() => "")) !== "";
}
