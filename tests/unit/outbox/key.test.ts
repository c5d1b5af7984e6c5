import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { KEY, sampleQuote } from "../intake/sample-quote";
import { coded, dir, freshFolder, log, logLines, names, path } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();
const keyText = () => readFile(path("key"), "utf8");

it.each([
  ["an empty file", () => writeFile(path("key"), "")],
  ["a digit too few", () => writeFile(path("key"), "a".repeat(63))],
  ["more before it", () => writeFile(path("key"), `x${"ab".repeat(32)}`)],
  ["more after it", () => writeFile(path("key"), `${"ab".repeat(32)}z`)],
  ["a folder", () => mkdir(path("key"))],
  ["a pipe", async () => void execFileSync("mkfifo", [path("key")])],
])(
  "a key that is %s makes no ids, which could be guessed; requests are kept, the log says so once, and a repaired one is read",
  async (_, damage) => {
    await openFolder(dir).probe();
    await rm(path("key"));
    await damage();
    const outbox = openFolder(dir, { log });
    await outbox.update(sampleQuote());
    expect(await names("new")).toHaveLength(1);
    await expect(outbox.idKey()).rejects.toMatchObject({ code: "EDAMAGED" });
    const advice = expect.stringMatching(
      /Requests are kept and sent all the same\..* stop the site, delete this one file/,
    );
    expect(logLines).toEqual([["error", "outbox.key", { code: "EDAMAGED", advice }]]);
    await rm(path("key"), { recursive: true });
    await writeFile(path("key"), `${KEY.toString("hex")}\n`);
    expect(await outbox.idKey()).toEqual(KEY);
  },
);

it("nothing is written once the key is gone: its volume is, and files would be hidden beneath the next mount", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  const key = await outbox.idKey();
  await rename(dir, `${dir}-elsewhere`);
  await mkdir(dir);
  for (const step of [
    () => outbox.update(sampleQuote()),
    () => outbox.markSent(sampleQuote()),
    () => outbox.markDead(gaveUp(sampleQuote(), new Date())),
    outbox.probe,
    outbox.snapshot,
    outbox.check,
  ])
    await expect(step()).rejects.toMatchObject({ code: "ENOKEY", message: `${path("key")} is gone` });
  expect(await names()).toEqual([]);
  // The ids stay the same meanwhile.
  expect(await outbox.idKey()).toEqual(key);
  await rm(dir, { recursive: true });
  await rename(`${dir}-elsewhere`, dir);
  await outbox.update(sampleQuote("contact"));
  expect(await names("new")).toHaveLength(2);
});

it("the log says when a new outbox is made, and when another takes its place, whose key counts then", async () => {
  const outbox = openFolder(dir, { log });
  for (let times = 0; times < 2; times++) await outbox.update(sampleQuote());
  const advice = expect.stringMatching(
    /first start .*move the files in .*new to a safe place, mount the volume/,
  );
  const created = ["warn", "outbox.created", { dir, advice }];
  expect(logLines).toEqual([created]);
  const other = await openFolder(`${dir}-volume`).idKey();
  await rm(dir, { recursive: true });
  await rename(`${dir}-volume`, dir);
  await outbox.update(sampleQuote());
  const replaced = ["error", "outbox.replaced", { dir, advice: expect.stringContaining("mount point") }];
  expect(logLines).toEqual([created, replaced]);
  expect(await outbox.idKey()).toEqual(other);
});

it("another volume's key counts, too, where its file has the same number", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  await writeFile(path("key"), KEY.toString("hex"));
  vi.mocked(stat).mockImplementationOnce(async (file) => Object.assign(await stat(file), { dev: -1 }));
  await outbox.check();
  expect(await outbox.idKey()).toEqual(KEY);
});

it("a new key beside requests loses none, and the log tells nobody to delete them", async () => {
  await openFolder(dir).update(sampleQuote());
  await rm(path("key"));
  expect((await openFolder(dir, { log }).snapshot()).entries).toHaveLength(1);
  const advice = expect.stringMatching(/nothing to do: the requests there are kept and sent/);
  expect(logLines).toEqual([["warn", "outbox.created", { dir, advice }]]);
  expect(JSON.stringify(logLines)).not.toMatch(/delete|mount/);
});

it("one key is kept over a restart, and shared by two that start at once", async () => {
  const keys = await Promise.all([openFolder(dir).idKey(), openFolder(dir).idKey()]);
  const stored = Buffer.from(await keyText(), "hex");
  expect(stored).toHaveLength(32);
  expect([...keys, await openFolder(dir).idKey()]).toEqual([stored, stored, stored]);
  expect([await names(), await names("tmp")]).toEqual([["dead", "key", "new", "sent", "tmp"], []]);
});

it("the key of a process that was faster is taken, and the log does not say that one was made", async () => {
  vi.mocked(link).mockImplementationOnce(async (temporary, file) => {
    await writeFile(String(file), KEY.toString("hex"));
    return link(temporary, file);
  });
  expect(await openFolder(dir, { log }).idKey()).toEqual(KEY);
  expect(logLines).toEqual([]);
  expect(await names("tmp")).toEqual([]);
});

it("a file system without links has a key, too", async () => {
  vi.mocked(link).mockRejectedValueOnce(coded("EPERM"));
  const key = await openFolder(dir).idKey();
  expect(await keyText()).toBe(key.toString("hex"));
  expect(await names("tmp")).toEqual([]);
});

it("an error of the disk is not taken for a key that is gone", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  vi.mocked(stat).mockRejectedValueOnce(coded("EIO"));
  await expect(outbox.update(sampleQuote())).rejects.toMatchObject({ code: "EIO" });
});
