import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  makeFolders,
  move,
  put,
  readIfThere,
  removeFile,
  replaceFile,
  stampOf,
} from "~/quote/outbox/durable-files.server";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  await makeFolders(dir);
  watchFrom(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const at = (...path: string[]) => join(dir, ...path);

describe("a file that is put", () => {
  it("is flushed before it gets its name, and its folder after that: then it survives a power cut", async () => {
    await put(dir, "new", "a.json", "text");
    expect(steps).toEqual([
      "write tmp/*.json, flushed",
      "rename tmp/*.json to new/a.json",
      "flush new",
      "close new",
    ]);
  });

  it("is not waited for where a power cut may undo it", async () => {
    await replaceFile(dir, "sent", "a.json", "text", { flush: false });
    expect(steps).toEqual(["write tmp/*.json", "rename tmp/*.json to sent/a.json"]);
    expect(await readFile(at("sent", "a.json"), "utf8")).toBe("text");
  });

  it("gets its folders where they are missing, for its owner alone", async () => {
    await put(at("not", "yet"), "new", "a.json", "text");
    expect(await readFile(at("not", "yet", "new", "a.json"), "utf8")).toBe("text");
    expect((await stat(at("not", "yet", "new"))).mode & 0o777).toBe(0o700);
  });

  it("gets no folders where something else is wrong", async () => {
    await rm(at("new"), { recursive: true });
    await rm(at("dead"), { recursive: true });
    await writeFile(at("new"), "");
    await expect(put(dir, "new", "a.json", "text")).rejects.toMatchObject({ code: "ENOTDIR" });
    expect((await readdir(dir)).sort()).toEqual(["new", "sent", "tmp"]);
    expect(await readdir(at("tmp"))).toEqual([]);
  });
});

describe("new folders", () => {
  it("are flushed into their parents, up to the folder that was there", async () => {
    watchFrom(at("volume", "site", "outbox"));
    await mkdir(at("volume"));
    await makeFolders(at("volume", "site", "outbox"));
    expect(steps.filter((step) => step.startsWith("flush"))).toEqual(["flush .", "flush ..", "flush ../.."]);
    expect((await stat(at("volume", "site"))).mode & 0o777).toBe(0o700);
  });

  it("are flushed where only one was missing, and not at all where none was", async () => {
    await rm(at("dead"), { recursive: true });
    await makeFolders(dir);
    expect(steps).toEqual(["flush .", "close ."]);
    await makeFolders(dir);
    expect(steps).toEqual(["flush .", "close ."]);
  });
});

describe("a file that is moved", () => {
  it("gets its folder where that is missing, for its owner alone", async () => {
    await put(dir, "new", "a.json", "text");
    await rm(at("sent"), { recursive: true });
    await move(at("new", "a.json"), at("sent", "a.json"));
    expect(await readdir(at("new"))).toEqual([]);
    expect(await readFile(at("sent", "a.json"), "utf8")).toBe("text");
    expect((await stat(at("sent"))).mode & 0o777).toBe(0o700);
  });

  it("is said to be missing when it is, and gets no folder", async () => {
    await rm(at("sent"), { recursive: true });
    await expect(move(at("new", "a.json"), at("sent", "a.json"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(dir)).not.toContain("sent");
  });

  it.each(["EACCES", "EROFS", "EIO"])("says what the disk says: %s", async (code) => {
    await put(dir, "new", "a.json", "text");
    vi.mocked(rename).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    await expect(move(at("new", "a.json"), at("sent", "a.json"))).rejects.toMatchObject({ code });
  });

  it("gets its folder though another file needed it at the same moment", async () => {
    const names = ["a.json", "b.json", "c.json"];
    for (const name of names) await put(dir, "new", name, "text");
    await rm(at("sent"), { recursive: true });
    await Promise.all(names.map((name) => move(at("new", name), at("sent", name))));
    expect((await readdir(at("sent"))).sort()).toEqual(names);
  });
});

describe("what is read", () => {
  it("is a file's text, whole up to 1 MiB", async () => {
    await writeFile(at("a"), "12 Côte Rd");
    expect(await readIfThere(at("a"))).toBe("12 Côte Rd");
    await truncate(at("a"), 1024 * 1024);
    expect(await readIfThere(at("a"))).toHaveLength(1024 * 1024 - 1);
    await truncate(at("a"), 1024 * 1024 + 1);
    expect(await readIfThere(at("a"))).toBe("");
  });

  it("is nothing where there is no file, and empty where it is no regular file", async () => {
    expect(await readIfThere(at("a"))).toBeUndefined();
    expect(await stampOf(at("a"))).toBeUndefined();
    execFileSync("mkfifo", [at("a")]);
    expect(await readIfThere(at("a"))).toBe("");
  });

  it("is not called missing when the disk says something else", async () => {
    await writeFile(at("a"), "");
    for (const touch of [readIfThere, stampOf, removeFile])
      await expect(touch(at("a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
