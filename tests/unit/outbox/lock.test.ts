import { execFileSync } from "node:child_process";
import { lstat, mkdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import type { RedeliveryLock } from "~/quote/outbox/outbox.server";
import { coded, dir, freshFolder, names, path } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();

describe("the turn to redeliver", () => {
  const SOCKET = "redelivery.sock";
  beforeEach(() => mkdir(dir, { recursive: true }));

  /** A process on the outbox; `isWritable` is its look at the disk. */
  const start = (isWritable = async () => {}, folder = dir) => makeRedeliveryLock(folder, isWritable, 50);
  const failing = (code: string) => () => Promise.reject(coded(code));
  const turns = async (...locks: RedeliveryLock[]) => {
    const all = [];
    for (const lock of locks) all.push(await lock.acquire());
    return all;
  };
  const hold = (server: Server) => new Promise<void>((resolve) => void server.listen(path(SOCKET), resolve));

  /** The socket of a process that was killed. */
  async function leaveSocket(): Promise<void> {
    const killed = createServer();
    await hold(killed);
    await rename(path(SOCKET), path("stale"));
    killed.close();
    await rename(path("stale"), path(SOCKET));
  }

  it.each(["", "very-long-name-of-a-volume".repeat(5)])(
    "is one process's at a time, and free again when that one goes, however long the folder's path is",
    async (volume) => {
      const folder = path(volume);
      await mkdir(folder, { recursive: true });
      const [first, second] = [start(undefined, folder), start(undefined, folder)];
      expect(await Promise.all([first.acquire(), first.acquire()])).toEqual([true, true]);
      expect(await turns(first, second, first)).toEqual([true, false, true]);
      await second.release(); // It has none to give back.
      expect(await turns(second, first)).toEqual([false, true]);
      await first.release();
      expect(await names(volume)).toEqual([]);
      expect(await turns(second, first)).toEqual([true, false]);
      await second.release();
    },
  );

  it("goes to another when its holder is frozen, and does not come back", async () => {
    const frozen = createServer(() => {}); // It takes connections, as a stopped process does, and says nothing.
    await hold(frozen);
    const [other, third] = [start(), start()];
    expect(await turns(other, third, other)).toEqual([true, false, true]);
    await other.release();
    frozen.close();
  });

  it("is lost by a holder whose socket was replaced, whose stop then takes it from nobody", async () => {
    const [first, second] = [start(), start()];
    await first.acquire();
    await rm(path(SOCKET));
    expect(await turns(second, first, second)).toEqual([true, false, true]);
    await first.release();
    expect(await turns(start(), second)).toEqual([false, true]);
    await second.release();
  });

  it("is kept by a holder whose volume was away for a while, beneath which nothing is made", async () => {
    let isAway = false;
    const lock = start(async () => {
      if (isAway) throw coded("ENOKEY");
    });
    await lock.acquire();
    await rename(dir, `${dir}-away`);
    await mkdir(dir);
    isAway = true;
    await expect(lock.acquire()).rejects.toMatchObject({ code: "ENOKEY" });
    expect(await names()).toEqual([]);
    await rm(dir, { recursive: true });
    await rename(`${dir}-away`, dir);
    expect(await turns(lock, start())).toEqual([true, false]);
    await lock.release();
  });

  it("goes to one of two that find the socket of a process that was killed", async () => {
    await leaveSocket();
    const slowly = (ms: number) => start(() => new Promise((resolve) => setTimeout(resolve, ms)));
    const both = [slowly(20), slowly(1_000)];
    expect(await Promise.all(both.map((lock) => lock.acquire()))).toEqual([true, false]);
    for (const lock of both) await lock.release();
  });

  it("is another's that made its socket a moment earlier", async () => {
    const faster = createServer((socket) => socket.end("here"));
    vi.mocked(lstat)
      .mockRejectedValueOnce(coded("ENOENT"))
      .mockImplementationOnce(async () => {
        await hold(faster);
        throw coded("ENOENT");
      });
    expect(await start().acquire()).toBe(false);
    faster.close();
  });

  it("goes to another when its holder ends without a word: that process is stopping", async () => {
    const stopping = createServer((socket) => socket.end());
    await hold(stopping);
    const lock = start();
    expect(await lock.acquire()).toBe(true);
    await lock.release();
    stopping.close();
  });

  it("is taken on a disk that is full, not on one that hangs", async () => {
    await expect(start(failing("ETIMEDOUT")).acquire()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    const full = start(failing("ENOSPC"));
    expect(await turns(full, start())).toEqual([true, false]);
    await full.release();
  });

  it("is taken where a file or a pipe has the socket's name, and is everybody's where a folder has it, or the disk is read-only", async () => {
    for (const put of [() => writeFile(path(SOCKET), ""), () => execFileSync("mkfifo", [path(SOCKET)])]) {
      await put();
      const lock = start();
      expect(await turns(lock, start())).toEqual([true, false]);
      await lock.release();
    }
    await mkdir(path(SOCKET));
    expect(await turns(start(), start())).toEqual([true, true]);
    await rm(path(SOCKET), { recursive: true });
    await leaveSocket();
    vi.mocked(unlink).mockRejectedValueOnce(coded("EROFS"));
    expect(await start().acquire()).toBe(true);
  });
});
