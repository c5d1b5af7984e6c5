import { mkdir } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import { coded, dir, freshFolder } from "./folder";

/** The disk fails at the third look at the socket: after it was made. */
let looks = 0;
vi.mock("node:fs/promises", async (real) => {
  const fs = await real<typeof import("node:fs/promises")>();
  const lstat = (path: string) =>
    path.endsWith(".sock") && ++looks === 3 ? Promise.reject(coded("EIO")) : fs.lstat(path);
  return { ...fs, lstat };
});

freshFolder();

it("a look at the new socket that fails does not cost the lead forever", async () => {
  await mkdir(dir, { recursive: true });
  const lock = makeRedeliveryLock(dir, async () => {}, 50);
  await expect(lock.acquire()).rejects.toThrow("EIO");
  expect(await lock.acquire()).toBe(true);
});
