import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";

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

  it("goes to the other when its holder is frozen, and does not come back", async () => {
    const frozen = createServer(() => {}); // It takes connections, as a stopped process does, and says nothing.
    await new Promise<void>((resolve) => void frozen.listen(join(dir, "redelivery.sock"), resolve));
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
    await rm(join(dir, "redelivery.sock"));
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
    const stale = createServer();
    await new Promise<void>((resolve) => void stale.listen(join(dir, "redelivery.sock"), resolve));
    await rename(join(dir, "redelivery.sock"), join(dir, "stale"));
    stale.close();
    await rename(join(dir, "stale"), join(dir, "redelivery.sock"));
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
    await mkdir(join(dir, "redelivery.sock"));
    const said: string[] = [];
    const leaderLock = makeLeaderLock(
      dir,
      async () => {},
      (_, event) => said.push(event),
    );
    expect([await leaderLock.acquire(), await leaderLock.acquire()]).toEqual([true, true]);
    expect(said).toEqual(["outbox.damaged"]);
  });

  it("is everybody's where there can be no socket", async () => {
    expect(await lockIn(join(dir, "not", "there")).acquire()).toBe(true);
  });
});
