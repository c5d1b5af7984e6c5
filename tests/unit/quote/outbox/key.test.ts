import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { KEY, sampleQuote } from "../intake/sample-quote";
import { coded, dir, freshFolder, log, logLines, names, path } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();

it.each([
  ["an empty file", () => writeFile(path("key"), "")],
  ["a digit too short", () => writeFile(path("key"), "a".repeat(63))],
  ["behind something else", () => writeFile(path("key"), `x${"ab".repeat(32)}`)],
  ["before something else", () => writeFile(path("key"), `${"ab".repeat(32)}z`)],
  ["a folder", () => mkdir(path("key"))],
  ["a pipe", async () => void execFileSync("mkfifo", [path("key")])],
])("key: it makes no ids, quotes are stored and the log says so when it is %s", async (_, damage) => {
  await openFolder(dir).probe();
  await rm(path("key"));
  await damage();
  const outbox = openFolder(dir, { log });
  await outbox.update(sampleQuote());
  expect(await names("new")).toHaveLength(1);
  await expect(outbox.idKey()).rejects.toMatchObject({ code: "EDAMAGED" });
  const advice = expect.stringContaining("Requests are kept and sent all the same.");
  expect(logLines).toEqual([["error", "outbox.key", { code: "EDAMAGED", advice }]]);
  await rm(path("key"), { recursive: true });
  await writeFile(path("key"), `${KEY.toString("hex")}\n`);
  expect(await outbox.idKey()).toEqual(KEY);
});

it("key: nothing is written, or missing, until it is back when it is gone with its volume", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  const key = await outbox.idKey();
  await rename(dir, `${dir}-elsewhere`);
  await mkdir(dir);
  const { update, markSent, markDead, probe, snapshot, check } = outbox;
  const text = ({ id }: StoredQuote) => outbox.text("new", id);
  for (const act of [update, markSent, markDead, probe, snapshot, check, text])
    await expect(act(sampleQuote())).rejects.toMatchObject({ code: "ENOKEY" });
  expect(await names()).toEqual([]);
  // The ids stay the same meanwhile.
  expect(await outbox.idKey()).toEqual(key);
  await rm(dir, { recursive: true });
  await rename(`${dir}-elsewhere`, dir);
  await outbox.update(sampleQuote("contact"));
  expect(await names("new")).toHaveLength(2);
});

it("key: the log says so when an outbox is made, and when another one replaces it, whose key counts", async () => {
  const outbox = openFolder(dir, { log });
  for (let times = 0; times < 2; times++) await outbox.update(sampleQuote());
  const created = ["warn", "outbox.created", { dir, advice: expect.stringContaining("mount the volume") }];
  expect(logLines).toEqual([created]);
  const other = await openFolder(`${dir}-volume`).idKey();
  await rm(dir, { recursive: true });
  await rename(`${dir}-volume`, dir);
  await outbox.update(sampleQuote());
  const replaced = ["error", "outbox.replaced", { dir, advice: expect.stringContaining("mount point") }];
  expect(logLines).toEqual([created, replaced]);
  expect(await outbox.idKey()).toEqual(other);
});

it("key: another volume's counts when its file has the same inode number", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  await writeFile(path("key"), KEY.toString("hex"));
  vi.mocked(stat).mockImplementationOnce(async (file) => Object.assign(await stat(file), { dev: -1 }));
  await outbox.check();
  expect(await outbox.idKey()).toEqual(KEY);
});

it("key: quotes stay and the log says that there is nothing to do when a new one is made beside them", async () => {
  await openFolder(dir).update(sampleQuote());
  await rm(path("key"));
  expect((await openFolder(dir, { log }).snapshot()).entries).toHaveLength(1);
  const advice = expect.not.stringMatching(/delete|mount/);
  expect(logLines).toEqual([["warn", "outbox.created", { dir, advice }]]);
});

it("key: one is made, shared and kept over a restart when two processes start at once", async () => {
  const keys = await Promise.all([1, 2].map(() => openFolder(dir, { log }).idKey()));
  const stored = Buffer.from(await readFile(path("key"), "utf8"), "hex");
  expect(stored).toHaveLength(32);
  expect([...keys, await openFolder(dir, { log }).idKey()]).toEqual([stored, stored, stored]);
  expect(logLines.map(([, event]) => event)).toEqual(["outbox.created"]);
  expect([await names(), await names("tmp")]).toEqual([["dead", "key", "new", "sent", "tmp"], []]);
});

it("key: it is renamed into place when the file system has no links", async () => {
  vi.mocked(link).mockRejectedValueOnce(coded("EPERM"));
  const key = await openFolder(dir).idKey();
  expect(await readFile(path("key"), "utf8")).toBe(key.toString("hex"));
  expect(await names("tmp")).toEqual([]);
});

it("key: it does not count as gone when the disk fails", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  vi.mocked(stat).mockRejectedValueOnce(coded("EIO"));
  await expect(outbox.update(sampleQuote())).rejects.toMatchObject({ code: "EIO" });
});
