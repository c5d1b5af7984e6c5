import { execFileSync } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "~/log/log.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { KEY, sampleRequest } from "../submit/sample-request";
import { waitingIn } from "./waiting";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
let said: unknown[];
const log: Log = (...line) => said.push(line);
const coded = (code: string) => Object.assign(new Error(code), { code });
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
  vi.mocked(readFile).mockClear();
  watchFrom(dir);
  said = [];
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

it("stores and lists without a key that is one, and says what is wrong with it", async () => {
  await openOutbox(dir).probe();
  for (const damage of [
    () => writeFile(join(dir, "key"), ""),
    () => mkdir(join(dir, "key")),
    async () => void execFileSync("mkfifo", [join(dir, "key")]),
  ]) {
    await rm(join(dir, "key"), { recursive: true });
    await damage();
    const outbox = openOutbox(dir);
    await outbox.store(sampleRequest());
    expect((await outbox.index()).entries).toHaveLength(1);
    await expect(outbox.idKey()).rejects.toMatchObject({ code: "EDAMAGED" });
  }
  const outbox = openOutbox(dir);
  await expect(outbox.idKey()).rejects.toMatchObject({ code: "EDAMAGED" });
  await rm(join(dir, "key"), { recursive: true });
  await writeFile(join(dir, "key"), "ab".repeat(32));
  expect(await outbox.idKey()).toEqual(Buffer.from("ab".repeat(32), "hex"));
});

it("writes nothing once its key is gone: its volume is, and folders would be hidden beneath the next", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await rename(dir, `${dir}-elsewhere`);
  await mkdir(dir);
  for (const step of [
    () => outbox.store(sampleRequest()),
    () => outbox.accept(sampleRequest()),
    () => outbox.probe(),
    () => outbox.index(),
    () => outbox.counts(),
    () => outbox.check(),
  ])
    await expect(step()).rejects.toMatchObject({ code: "ENOKEY", message: `${join(dir, "key")} is gone` });
  expect(await readdir(dir)).toEqual([]);
  await rm(dir, { recursive: true });
  await rename(`${dir}-elsewhere`, dir);
  await outbox.store(sampleRequest("contact"));
  expect(await waitingIn(outbox)).toHaveLength(2);
});

it("says when it makes a new outbox, and when another takes its place", async () => {
  const outbox = openOutbox(dir, { log });
  await outbox.store(sampleRequest());
  await outbox.store(sampleRequest());
  const advice = expect.stringMatching(
    /first start .*move the files in .*new to a safe place, mount the volume/,
  );
  const created = ["warn", "outbox.created", { dir, advice }];
  expect(said).toEqual([created]);
  const volume = `${dir}-volume`;
  const before = await openOutbox(volume).idKey();
  await rm(dir, { recursive: true });
  await rename(volume, dir);
  await outbox.store(sampleRequest());
  const replaced = ["error", "outbox.replaced", { dir, advice: expect.stringContaining("mount point") }];
  expect(said).toEqual([created, replaced]);
  expect((await outbox.idKey()).equals(before)).toBe(true);
});

it("says that nothing is lost where it makes a new key beside requests, and tells nobody to delete them", async () => {
  await openOutbox(dir).store(sampleRequest());
  await rm(join(dir, "key"));
  const outbox = openOutbox(dir, { log });
  expect(await waitingIn(outbox)).toHaveLength(1);
  const advice = expect.stringMatching(/nothing to do: the requests there are kept and sent/);
  expect(said).toEqual([["warn", "outbox.created", { dir, advice }]]);
  expect(JSON.stringify(said)).not.toMatch(/delete|mount/);
});

it("says once, when it first looks, that its key is damaged, and how to have a new one without losing a request", async () => {
  await openOutbox(dir).store(sampleRequest());
  await writeFile(join(dir, "key"), "not a key");
  const outbox = openOutbox(dir, { log });
  await outbox.probe();
  await outbox.probe();
  const advice = expect.stringMatching(
    /Requests are kept and sent all the same\..* stop the site, delete this one file/,
  );
  expect(said).toEqual([["error", "outbox.key", { code: "EDAMAGED", advice }]]);
});

it("keeps one key over a restart, also when two start at once", async () => {
  const keys = await Promise.all([openOutbox(dir).idKey(), openOutbox(dir).idKey()]);
  const later = await openOutbox(dir).idKey();
  expect(keys[0]).toHaveLength(32);
  expect(keys[0]?.equals(keys[1] as Buffer)).toBe(true);
  expect(later.equals(keys[0] as Buffer)).toBe(true);
  expect((await readdir(dir)).sort()).toEqual(["dead", "key", "new", "sent", "tmp"]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("takes no damaged key, which would make ids that can be guessed, but one with a line's end", async () => {
  await openOutbox(dir).idKey();
  const digits = "ab".repeat(32);
  for (const damaged of ["", `x${digits}`, `${digits}z`, digits.slice(1)]) {
    await writeFile(join(dir, "key"), damaged);
    await expect(openOutbox(dir).idKey()).rejects.toThrow(`${join(dir, "key")} is damaged`);
  }
  await writeFile(join(dir, "key"), `${digits}\n`);
  expect((await openOutbox(dir).idKey()).toString("hex")).toBe(digits);
});

it("has its key on the disk before an id is made with it", async () => {
  await openOutbox(dir).idKey();
  expect(steps.slice(-5)).toEqual([
    "write tmp/key-*, flushed",
    "link tmp/key-* to key",
    "unlink tmp/key-*",
    "flush .",
    "close .",
  ]);
});

it("makes a key on a file system without links", async () => {
  vi.mocked(link).mockRejectedValueOnce(coded("EPERM"));
  const key = await openOutbox(dir).idKey();
  expect(await openOutbox(dir).idKey()).toEqual(key);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("takes the key of a process that was faster, and does not say that it made one", async () => {
  vi.mocked(link).mockImplementationOnce(async (temporary, file) => {
    await writeFile(String(file), KEY.toString("hex"));
    return link(temporary, file);
  });
  expect(await openOutbox(dir, { log }).idKey()).toEqual(KEY);
  expect(said).toEqual([]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("reads its key once, knows it when the disk is gone, and reads that of another volume", async () => {
  const outbox = openOutbox(dir);
  const key = await outbox.idKey();
  await outbox.store(sampleRequest());
  await outbox.store(sampleRequest());
  expect(readFile).toHaveBeenCalledTimes(1);
  vi.mocked(stat).mockImplementationOnce(async (file) => Object.assign(await stat(file), { dev: -1 }));
  await outbox.check();
  expect(readFile).toHaveBeenCalledTimes(2);
  await rename(dir, `${dir}-elsewhere`);
  expect(await outbox.idKey()).toEqual(key);
});

it("does not take an error of the disk for a key that is gone", async () => {
  const outbox = openOutbox(dir);
  await outbox.check();
  vi.mocked(stat).mockRejectedValueOnce(coded("EIO"));
  await expect(outbox.store(sampleRequest())).rejects.toMatchObject({ code: "EIO" });
});
