import { EventEmitter } from "node:events";
import { isIP } from "node:net";
import { errorOf } from "./disk";
import type { Process } from "./process";

/** What `node:net` is to a process, as far as the leader lock uses it: sockets in the outbox's folder. */
export function makeNet(process: Process, realPath: (path: string) => string) {
  const { disk } = process.world;

  class Server extends EventEmitter {
    private isOpen = true;
    private isListening = () =>
      !this.isOpen || process.ended ? "no" : process.isFrozen() ? "frozen" : "yes";
    private bind(path: string): void {
      if (disk.names.has(path)) throw errorOf("EADDRINUSE");
      Object.assign(disk.create(path), { isListening: this.isListening });
    }
    listen(path: string) {
      const bound = process.operate(path, "write", () => this.bind(realPath(path)));
      bound.then(() => this.emit("listening")).catch((error) => this.emit("error", error));
      return this;
    }
    close(): void {
      this.isOpen = false;
    }
    unref = () => this;
  }

  /** A connection. Who listens sends a greeting, or nothing until it goes on. */
  function connect(path: string) {
    const state = disk.names.get(realPath(path))?.isListening ?? (() => "no");
    let isDestroyed = false;
    return {
      setTimeout: (ms: number, run: () => void) => void process.after(ms, run),
      destroy: () => {
        isDestroyed = true;
      },
      async *[Symbol.asyncIterator]() {
        do await process.later(100, () => {});
        while (state() === "frozen" && !isDestroyed);
        if (state() === "yes") yield "here";
      },
    };
  }

  return { isIP, createServer: () => new Server(), connect };
}
