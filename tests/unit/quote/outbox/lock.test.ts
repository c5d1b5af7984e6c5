import { execFileSync } from "node:child_process";
import { lstat, mkdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { beforeEach, expect, it, vi } from "vitest";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import type { RedeliveryLock } from "~/quote/outbox/outbox.server";
import { coded, dir, failing, freshFolder, names, path } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();
beforeEach(() => mkdir(dir, { recursive: true }));

const SOCKET = "redelivery.sock";
/** Whoever holds it has time to reply, however busy the machine is. */
const makeLock = (isWritable = async () => {}, folder = dir, silentMs = 60_000) =>
  makeRedeliveryLock(folder, isWritable, silentMs);
/** Each asks for the lock, one after the other. */
async function acquired(...locks: RedeliveryLock[]): Promise<boolean[]> {
  const all = [];
  for (const lock of locks) all.push(await lock.acquire());
  return all;
}
const listen = (server: Server) => new Promise<void>((resolve) => void server.listen(path(SOCKET), resolve));

/** The socket of a process that was killed. */
async function leaveSocket(): Promise<void> {
  const killed = createServer();
  await listen(killed);
  await rename(path(SOCKET), path("stale"));
  killed.close();
  await rename(path("stale"), path(SOCKET));
}

it.each(["short", "very-long-name-of-a-volume".repeat(5)])(
  "lock: one process has it until it releases it when the folder is %s",
  async (volume) => {
    const folder = path(volume);
    await mkdir(folder, { recursive: true });
    const [first, second] = [makeLock(undefined, folder), makeLock(undefined, folder)];
    expect(await Promise.all([first.acquire(), first.acquire()])).toEqual([true, true]);
    expect(await acquired(first, second, first)).toEqual([true, false, true]);
    await second.release(); // It has none to give back.
    expect(await acquired(second, first)).toEqual([false, true]);
    await Promise.all([first.release(), first.release()]); // As two signals do.
    expect(await names(volume)).toEqual([]);
    expect(await acquired(second, first)).toEqual([true, false]);
    await second.release();
  },
);

it.each([
  ["frozen: it takes connections and says nothing", () => createServer(() => {})],
  ["stopping: it ends them without a word", () => createServer((socket) => socket.end())],
])("lock: another process takes it for good when its holder is %s", async (_, makeHolder) => {
  const holder = makeHolder();
  await listen(holder);
  const [other, third] = [makeLock(undefined, dir, 50), makeLock()];
  expect(await acquired(other, third, other)).toEqual([true, false, true]);
  await other.release();
  holder.close();
});

it("lock: its holder keeps it and makes nothing beneath when the volume is away for a while", async () => {
  let isAway = false;
  const lock = makeLock(async () => {
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
  expect(await acquired(lock, makeLock())).toEqual([true, false]);
  await lock.release();
});

it("lock: its holder loses it, and takes it from nobody when it stops, when the socket was replaced", async () => {
  const [first, second] = [makeLock(), makeLock()];
  await first.acquire();
  await rm(path(SOCKET));
  expect(await acquired(second, first, second)).toEqual([true, false, true]);
  await first.release();
  expect(await acquired(makeLock(), second)).toEqual([false, true]);
  await second.release();
});

it("lock: one of two has it when both find the socket of a process that was killed", async () => {
  await leaveSocket();
  let found = () => {};
  const bothFoundIt = new Promise<void>((resolve) => {
    found = resolve;
  });
  const first = makeLock(() => bothFoundIt);
  const taken = first.acquire();
  const second = makeLock(async () => {
    found();
    await taken;
  });
  expect([await second.acquire(), await taken]).toEqual([false, true]);
  await first.release();
});

it("lock: it is another's when that one made its socket a moment earlier", async () => {
  const faster = createServer((socket) => socket.end("here"));
  vi.mocked(lstat)
    .mockRejectedValueOnce(coded("ENOENT"))
    .mockImplementationOnce(async () => {
      await listen(faster);
      throw coded("ENOENT");
    });
  expect(await makeLock().acquire()).toBe(false);
  faster.close();
});

it("lock: it is taken when the disk is full, not when it hangs", async () => {
  await expect(makeLock(failing("ETIMEDOUT")).acquire()).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const lock = makeLock(failing("ENOSPC"));
  expect(await acquired(lock, makeLock())).toEqual([true, false]);
  await lock.release();
});

it("lock: it can still be taken when the look at its new socket failed", async () => {
  const real = vi.mocked(lstat).getMockImplementation() as typeof lstat;
  const failed = () => Promise.reject(coded("EIO"));
  vi.mocked(lstat).mockImplementationOnce(real).mockImplementationOnce(real).mockImplementationOnce(failed);
  const lock = makeLock();
  await expect(lock.acquire()).rejects.toThrow("EIO");
  expect(await lock.acquire()).toBe(true);
  await lock.release();
});

it.each([
  ["file", () => writeFile(path(SOCKET), "")],
  ["pipe", async () => void execFileSync("mkfifo", [path(SOCKET)])],
])("lock: it is taken when a %s has the socket's name", async (_, make) => {
  await make();
  const lock = makeLock();
  expect(await acquired(lock, makeLock())).toEqual([true, false]);
  await lock.release();
});

it("lock: everybody has it when no socket can be made: a folder has its name, or the disk is read-only", async () => {
  await mkdir(path(SOCKET));
  expect(await acquired(makeLock(), makeLock())).toEqual([true, true]);
  await rm(path(SOCKET), { recursive: true });
  await leaveSocket();
  vi.mocked(unlink).mockRejectedValueOnce(coded("EROFS"));
  expect(await makeLock().acquire()).toBe(true);
});
