import { unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, relative } from "node:path";

/** Whose turn it is to redeliver, when two processes work on one outbox (a restart that overlaps, two containers). */
export type Turn = ReturnType<typeof makeTurn>;

/**
 * Holds a socket in the outbox folder for as long as the process lives. The kernel lets go of it however the process
 * ends, so that nobody waits for a dead one; a lock file would need a time after which it is not believed. Where there
 * can be no socket (another file system, Windows) it is everybody's turn.
 */
export function makeTurn(dir: string) {
  // A socket's path may have 107 characters; the shorter way is from here.
  const whole = join(dir, "redelivery.sock");
  const fromHere = relative(process.cwd(), whole);
  const path = fromHere.length < whole.length ? fromHere : whole;
  let held: Server | undefined;

  /** Whether it is this process's turn. */
  async function take(): Promise<boolean> {
    if (held) return true;
    for (let tries = 0; tries < 2; tries++) {
      const outcome = await listen(path);
      if (typeof outcome !== "string") {
        held = outcome.unref();
        return true;
      }
      if (outcome !== "EADDRINUSE") return true;
      if (await answers(path)) return false;
      await unlink(path).catch(() => {}); // Left behind by a process that was killed.
    }
    return false;
  }

  return { take, leave: () => void held?.close() };
}

function listen(path: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    server.listen(path, () => resolve(server));
  });
}

/** Whether a living process holds the socket. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
