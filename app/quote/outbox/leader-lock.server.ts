import { lstat, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, relative } from "node:path";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";

/** Whose turn it is to redeliver, when two processes work on one outbox (a restart that overlaps, two containers). */
export type LeaderLock = ReturnType<typeof makeLeaderLock>;

/** A process that holds the socket says something at once. One that is silent for this long is frozen. */
const SILENT_MS = 10_000;

/**
 * Holds a socket in the outbox folder for as long as the process lives. The kernel lets go of it however the process
 * ends, so nobody waits for a dead one; and a process that does not answer there loses it. A lock file would need a
 * time after which it is not believed. Where there can be no socket (another file system, Windows) it is everybody's
 * turn.
 *
 * @param isWritable fails with `ETIMEDOUT` where the disk hangs: making a socket there would stop the whole process; with
 * `ENOKEY` where the outbox is gone. Both are thrown
 */
export function makeLeaderLock(dir: string, isWritable: () => Promise<void>, log: Log, silentMs = SILENT_MS) {
  // A socket's path may have 107 characters; the shorter way is from here.
  const whole = join(dir, "redelivery.sock");
  const fromHere = relative(process.cwd(), whole);
  const path = fromHere.length < whole.length ? fromHere : whole;
  /** This process's sockets by inode: one may be hidden for a while, as its volume is. An open one keeps its inode. */
  const own = new Map<number, Server>();
  let reported = false;
  const look = () => disk(() => lstat(path).catch(() => undefined));

  /** Whether it is this process's turn. */
  async function acquire(): Promise<boolean> {
    const there = await look();
    if (there && own.has(there.ino)) return true;
    if (there && !there.isSocket()) return everybodys("redelivery.sock");
    if (there && (await answers(path, silentMs))) return false;
    await isWritable().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ETIMEDOUT" || error.code === "ENOKEY") throw error;
    });
    // Meanwhile another process may have been faster. A new socket may have the inode of the one that it removed.
    const now = await look();
    if (now?.ino !== there?.ino || now?.ctimeMs !== there?.ctimeMs) return false;
    // Left behind by a process that was killed, or held by one that is frozen.
    const removed =
      there &&
      (await disk(() => unlink(path)).then(
        () => true,
        () => false,
      ));
    const outcome = await listen(path);
    if (outcome === "EADDRINUSE") return removed === false; // A disk that takes nothing has no turns.
    if (typeof outcome === "string") return true;
    const { ino } = await disk(() => lstat(path));
    own.set(ino, outcome.unref());
    return true;
  }

  function everybodys(file: string): true {
    const advice = `${file} in the outbox is not the site's socket, so two processes may send the same request. Move it away.`;
    if (!reported) log("error", "outbox.damaged", { file, advice });
    reported = true;
    return true;
  }

  async function release(): Promise<void> {
    const there = await look().catch(() => undefined);
    // Closing removes the file; where that is another's by now, nothing is closed.
    if (there) own.get(there.ino)?.close();
    own.clear();
  }

  return { acquire, release };
}

function listen(path: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("here"));
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    server.listen(path, () => resolve(server));
  });
}

/** Whether a living process holds the socket. The kernel takes a connection for a frozen one, too. */
function answers(path: string, silentMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => end(false), silentMs).unref();
    socket
      .once("data", () => end(true))
      .once("error", () => end(false))
      .once("end", () => end(false));
  });
}
