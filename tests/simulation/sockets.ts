import { EventEmitter } from "node:events";
import { isIP } from "node:net";
import type { Process } from "./process";

/** How long the kernel takes to carry a few bytes between two processes, in milliseconds. */
const LOCAL_MS = 0.1;

/** What `node:net` is to a process, as far as the leader lock uses it: sockets in the outbox's folder. */
export function makeNet(process: Process, realPath: (path: string) => string) {
  const { disk } = process.world;

  function createServer() {
    let isOpen = true;
    const isListening = () => (!isOpen || process.ended ? "no" : process.isFrozen ? "frozen" : "yes");
    const server = Object.assign(new EventEmitter(), {
      listen: (path: string) => {
        const bind = () => {
          const real = realPath(path);
          if (disk.names.has(real)) throw Object.assign(new Error(), { code: "EADDRINUSE" });
          Object.assign(disk.create(real), { isListening });
        };
        process.operate(path, bind, true).then(
          () => server.emit("listening"),
          (error) => server.emit("error", error),
        );
        return server;
      },
      close: () => {
        isOpen = false;
      },
      unref: () => server,
    });
    return server;
  }

  function connect(path: string) {
    const listener = disk.names.get(realPath(path))?.isListening ?? (() => "no" as const);
    let end = () => {};
    const destroyed = new Promise<void>((resolve) => {
      end = resolve;
    });
    /** The listener's greeting; none if nobody listens, or not until it goes on. */
    async function* greeting() {
      for (let isOver = false; !isOver; ) {
        await process.settle(LOCAL_MS, () => {});
        const state = listener();
        if (state === "yes") yield "here";
        if (state !== "frozen") return;
        const pause = process.settle(1_000, () => false);
        isOver = await Promise.race([pause, destroyed.then(() => true)]);
      }
    }
    return {
      [Symbol.asyncIterator]: greeting,
      setTimeout: (ms: number, run: () => void) => void process.after(ms, run),
      destroy: end,
    };
  }

  return { isIP, createServer, connect };
}
