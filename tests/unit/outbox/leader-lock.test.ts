import { lstat, mkdir, mkdtemp, readdir, rename, rm, unlink } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe("the turn to redeliver", () => {
  const lockIn = (folder: string, silentMs?: number) =>
    makeLeaderLock(
      folder,
      async () => {},
      () => {},
      silentMs,
    );

  const socketFile = () => join(dir, "redelivery.sock");
  const hold = (server: Server) => new Promise<void>((resolve) => void server.listen(socketFile(), resolve));

  /** The socket of a process that was killed. */
  async function leaveSocket(): Promise<void> {
    const killed = createServer();
    await hold(killed);
    await rename(socketFile(), join(dir, "stale"));
    killed.close();
    await rename(join(dir, "stale"), socketFile());
  }

  it("is one process's at a time, and free again when that one goes", async () => {
    const first = lockIn(dir);
    const second = lockIn(dir);
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(false);
    expect(await first.acquire()).toBe(true);
    await first.release();
    await vi.waitFor(async () => expect(await second.acquire()).toBe(true));
    await second.release();
  });

  it("is one process's at a time in a folder with a path longer than a socket's may be", async () => {
    const long = join(dir, "very-long-name-of-a-volume".repeat(4), "_data");
    await mkdir(long, { recursive: true });
    const [first, second] = [lockIn(long), lockIn(long)];
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(false);
    expect(await first.acquire()).toBe(true);
    await first.release();
    expect(await readdir(long)).toEqual([]);
    expect(await second.acquire()).toBe(true);
    await second.release();
  });

  it("is given to all who ask for it at once in one process", async () => {
    const lock = lockIn(dir);
    expect(await Promise.all([lock.acquire(), lock.acquire()])).toEqual([true, true]);
    await lock.release();
  });

  it("goes to the other when its holder is frozen, and does not come back", async () => {
    const frozen = createServer(() => {}); // It takes connections, as a stopped process does, and says nothing.
    await hold(frozen);
    const other = lockIn(dir, 50);
    expect(await other.acquire()).toBe(true);
    const third = lockIn(dir, 50);
    expect(await third.acquire()).toBe(false);
    expect(await other.acquire()).toBe(true);
    await other.release();
    frozen.close();
  });

  it("is lost by a holder whose socket was replaced", async () => {
    const [first, second] = [lockIn(dir), lockIn(dir)];
    expect(await first.acquire()).toBe(true);
    await rm(socketFile());
    expect(await second.acquire()).toBe(true);
    expect(await first.acquire()).toBe(false);
    expect(await second.acquire()).toBe(true);
    await second.release();
  });

  it("is kept by a holder whose volume was away for a while", async () => {
    const leaderLock = lockIn(dir);
    expect(await leaderLock.acquire()).toBe(true);
    await rename(dir, `${dir}-away`);
    await mkdir(dir);
    const gone = makeLeaderLock(
      dir,
      () => Promise.reject(Object.assign(new Error(), { code: "ENOKEY" })),
      () => {},
    );
    await expect(gone.acquire()).rejects.toMatchObject({ code: "ENOKEY" });
    expect(await readdir(dir)).toEqual([]);
    await rm(dir, { recursive: true });
    await rename(`${dir}-away`, dir);
    expect(await leaderLock.acquire()).toBe(true);
    expect(await lockIn(dir).acquire()).toBe(false);
    await leaderLock.release();
  });

  it("goes to one of two that find the socket of a process that was killed", async () => {
    await leaveSocket();
    const slowly = (ms: number) =>
      makeLeaderLock(
        dir,
        () => new Promise((resolve) => setTimeout(resolve, ms)),
        () => {},
      );
    const both = [slowly(20), slowly(1_000)];
    expect(await Promise.all(both.map((leaderLock) => leaderLock.acquire()))).toEqual([true, false]);
    for (const leaderLock of both) await leaderLock.release();
  });

  it("is taken on a disk that is full, not on one that hangs", async () => {
    const failing = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }));
    await expect(makeLeaderLock(dir, failing("ETIMEDOUT"), () => {}).acquire()).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    const full = makeLeaderLock(dir, failing("ENOSPC"), () => {});
    expect(await full.acquire()).toBe(true);
    await full.release();
  });

  it("is everybody's where something else has the socket's name, and says so once", async () => {
    await mkdir(socketFile());
    const said: unknown[] = [];
    const leaderLock = makeLeaderLock(
      dir,
      async () => {},
      (...line) => said.push(line),
    );
    const advice = expect.stringContaining("Move it away");
    const damaged = ["error", "outbox.damaged", { file: "redelivery.sock", advice }];
    for (let turn = 0; turn < 3; turn++) {
      expect(await leaderLock.acquire()).toBe(true);
      expect(said).toEqual([damaged]);
    }
  });

  it("is everybody's on a disk that has become read-only, where no socket can be made or removed", async () => {
    await leaveSocket();
    vi.mocked(unlink).mockRejectedValueOnce(Object.assign(new Error(), { code: "EROFS" }));
    expect(await lockIn(dir).acquire()).toBe(true);
  });

  it("is another's that made its socket a moment earlier", async () => {
    const other = lockIn(dir);
    const noFile = Object.assign(new Error(), { code: "ENOENT" });
    vi.mocked(lstat)
      .mockRejectedValueOnce(noFile)
      .mockImplementationOnce(async () => {
        await hold(faster);
        throw noFile;
      });
    const faster = createServer((socket) => socket.end("here"));
    expect(await other.acquire()).toBe(false);
    faster.close();
  });

  it("is not asked for by a socket that ends without a word: its process is stopping", async () => {
    const stopping = createServer((socket) => socket.end());
    await hold(stopping);
    const leaderLock = lockIn(dir);
    expect(await leaderLock.acquire()).toBe(true);
    await leaderLock.release();
    stopping.close();
  });

  it("is not lost when another process stops", async () => {
    const [first, second] = [lockIn(dir), lockIn(dir)];
    await first.acquire();
    await second.release();
    expect(await readdir(dir)).toEqual(["redelivery.sock"]);
    expect(await second.acquire()).toBe(false);
    await first.release();
  });

  it("has its socket also where only one way to write its path is short enough", async () => {
    await mkdir(".cache", { recursive: true });
    const deep = await mkdtemp(join(process.cwd(), ".cache", "outbox-"));
    const short = join(dir, "x".repeat(107 - "/redelivery.sock".length - dir.length - 1));
    const long = join(
      deep,
      "x".repeat(107 - join(relative(process.cwd(), deep), "/redelivery.sock").length - 1),
    );
    for (const folder of [short, long]) {
      await mkdir(folder);
      const [first, second] = [lockIn(folder), lockIn(folder)];
      expect(await first.acquire()).toBe(true);
      expect(await readdir(folder)).toEqual(["redelivery.sock"]);
      expect(await second.acquire()).toBe(false);
      await first.release();
    }
    await rm(deep, { recursive: true });
  });

  it("is everybody's where there can be no socket", async () => {
    expect(await lockIn(join(dir, "not", "there")).acquire()).toBe(true);
  });
});
