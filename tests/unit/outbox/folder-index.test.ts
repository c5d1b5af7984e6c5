import { execFileSync } from "node:child_process";
import {
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeIndex } from "~/quote/outbox/folder-index.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { REQUEST, sampleRequest } from "../submit/sample-request";
import { waitingIn } from "./waiting";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

it("scans again after a long scan that failed", async () => {
  const outbox = openOutbox(dir);
  let second = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++second * 1000);
  await outbox.store(sampleRequest());
  await rename(join(dir, "new"), join(dir, "old"));
  await writeFile(join(dir, "new"), "");
  await expect(outbox.index()).rejects.toMatchObject({ code: "ENOTDIR" });
  await rm(join(dir, "new"));
  await rename(join(dir, "old"), join(dir, "new"));
  expect((await outbox.index()).entries).toHaveLength(1);
  vi.restoreAllMocks();
});

it("reads a file once, and again only when it has changed", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  const [first] = (await outbox.index()).entries;
  expect(first?.seenAt).toBeGreaterThan(0);
  expect((await outbox.index()).entries[0]).toBe(first);
  await outbox.store({ ...sampleRequest(), waitingSince: "2026-05-01T12:00:01.000Z" });
  const again = { waitingSince: "2026-05-01T12:00:01.000Z", seenAt: first?.seenAt };
  expect((await outbox.index()).entries).toMatchObject([again]);
  expect(JSON.stringify((await outbox.index()).entries)).not.toContain(REQUEST.phone);
});

it("takes no pipe, link, device or huge file for a request, and does not hang on one", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  const place = join(dir, "new");
  execFileSync("mkfifo", [join(place, "fifo.json")]);
  await symlink("/dev/zero", join(place, "zero.json"));
  await symlink(join(place, `${sampleRequest().id}.json`), join(place, "link.json"));
  await writeFile(join(place, "sparse.json"), "");
  await truncate(join(place, "sparse.json"), 2 ** 30);
  const { entries, damaged } = await outbox.index();
  expect(entries).toHaveLength(1);
  expect(damaged).toEqual(["fifo.json", "link.json", "sparse.json", "zero.json"]);
});

it("lists what waits, oldest first, and names the files that are no request", async () => {
  const outbox = openOutbox(dir);
  const young = sampleRequest();
  const old = { ...sampleRequest("contact"), receivedAt: "2026-04-01T00:00:00.000Z" };
  await outbox.store(young);
  await outbox.store(old);
  await writeFile(join(dir, "new", "half.json"), '{"id":');
  await writeFile(join(dir, "new", "copy.json"), JSON.stringify(young));
  expect(await waitingIn(outbox)).toEqual([old, young]);
  expect((await outbox.index()).damaged).toEqual(["copy.json", "half.json"]);
  expect(await outbox.counts()).toEqual({
    waiting: 2,
    partial: 0,
    damaged: 2,
    oldest: old.receivedAt,
    dead: 0,
  });
});

it("names what cannot be read, and lists the others", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  // Root, too, cannot read a folder as a file.
  await mkdir(join(dir, "new", "a-folder.json"));
  expect(await waitingIn(outbox)).toEqual([sampleRequest()]);
  expect((await outbox.index()).damaged).toEqual(["a-folder.json"]);
  expect(await outbox.counts()).toMatchObject({ waiting: 1, damaged: 1 });
});

it("shares a scan under way, and keeps one that took over 200 ms for ten times as long as it took", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { scan } = makeIndex(join(dir, "new"));
  const quick = scan();
  expect(scan()).toBe(quick);
  now = 200;
  await quick;
  const slow = scan();
  expect(slow).not.toBe(quick);
  now = 200 + 300;
  await slow;
  expect(scan()).toBe(slow);
  now = 500 + 2_999;
  expect(scan()).toBe(slow);
  now = 500 + 3_000;
  expect(scan()).not.toBe(slow);
  vi.restoreAllMocks();
});

it("looks at each of many files once a scan, and reads none again, damaged or not", async () => {
  const outbox = openOutbox(dir);
  // However slow the disk, the first scan is not kept.
  vi.spyOn(performance, "now").mockReturnValue(0);
  await outbox.store(sampleRequest());
  for (let i = 0; i < 39; i++) await writeFile(join(dir, "new", `${i}.json`), "{}");
  expect((await outbox.index()).damaged).toHaveLength(39);
  vi.mocked(lstat).mockClear();
  vi.mocked(readFile).mockClear();
  await outbox.index();
  expect(lstat).toHaveBeenCalledTimes(40);
  expect(readFile).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it("reads again what the disk would not read, and what was repaired by hand", async () => {
  const outbox = openOutbox(dir);
  const name = `${sampleRequest().id}.json`;
  await outbox.store(sampleRequest());
  await outbox.check();
  const disk = Object.assign(new Error("EIO"), { code: "EIO" });
  vi.mocked(lstat).mockRejectedValueOnce(disk).mockRejectedValueOnce(disk);
  expect(await outbox.index()).toMatchObject({ entries: [], damaged: [name] });
  expect(await outbox.index()).toMatchObject({ entries: [{ id: sampleRequest().id }], damaged: [] });
  await writeFile(join(dir, "new", name), "{");
  expect(await outbox.index()).toMatchObject({ entries: [], damaged: [name] });
  await outbox.store(sampleRequest());
  vi.mocked(readFile).mockRejectedValueOnce(disk);
  expect(await outbox.index()).toMatchObject({ entries: [], damaged: [name] });
  expect(await outbox.index()).toMatchObject({ entries: [{ id: sampleRequest().id }], damaged: [] });
});

it("a file that cannot be read waits since it was written, and is counted so", async () => {
  const outbox = openOutbox(dir);
  await outbox.store({ ...sampleRequest(), receivedAt: "2026-05-01T12:00:00.000Z" });
  const file = join(dir, "new", "half.json");
  await writeFile(file, '{"id":');
  const written = new Date("2026-04-28T12:00:00.000Z");
  await utimes(file, written, written);
  expect(await outbox.counts()).toMatchObject({ waiting: 1, damaged: 1, oldest: written.toISOString() });
});

it("a request over the rate limit waits since it may be sent, and is counted so", async () => {
  const outbox = openOutbox(dir);
  const heldUntil = "2026-05-01T14:00:00.000Z";
  await outbox.store({ ...sampleRequest(), receivedAt: "2026-05-01T12:00:00.000Z", heldUntil });
  expect(await outbox.counts()).toMatchObject({ waiting: 1, oldest: heldUntil });
  const later = "2026-05-01T13:00:00.000Z";
  await outbox.store({ ...sampleRequest("contact"), receivedAt: later });
  expect(await outbox.counts()).toMatchObject({ waiting: 2, oldest: later });
});

it("lists the oldest first, whatever the names", async () => {
  const outbox = openOutbox(dir);
  const stored = ["1", "2", "3", "4"].map((phone) => sampleRequest("quote", { phone }));
  stored.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [i, month] of ["03", "01", "04", "02"].entries())
    await outbox.store({ ...(stored[i] as StoredRequest), receivedAt: `2026-${month}-01T00:00:00.000Z` });
  const { entries } = await outbox.index();
  expect(entries.map(({ receivedAt }) => receivedAt.slice(5, 7))).toEqual(["01", "02", "03", "04"]);
});

it("lists nothing that was accepted, also during the scan", async () => {
  const outbox = openOutbox(dir);
  const nothing = { entries: [], damaged: [] };
  await outbox.store(sampleRequest());
  vi.mocked(readFile).mockImplementationOnce(async (file) => {
    await rm(String(file));
    return readFile(file);
  });
  expect(await outbox.index()).toEqual(nothing);
  await outbox.store(sampleRequest());
  expect((await outbox.index()).entries).toHaveLength(1);
  await outbox.accept(sampleRequest());
  expect(await outbox.index()).toEqual(nothing);
  await outbox.store(sampleRequest());
  expect((await outbox.index()).entries).toHaveLength(1);
  vi.mocked(lstat).mockImplementationOnce(async (file) => {
    await rm(file);
    return lstat(file);
  });
  expect(await outbox.index()).toEqual(nothing);
});

it("lists files named .json, without its own test files, also those that came later, in order", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const add = (...names: string[]) =>
    Promise.all(names.map((name) => writeFile(join(dir, "new", name), "{}")));
  await add("note.txt", "probe-0123456789abcdef.json", "b.json", "c-probe-1.json");
  expect((await outbox.index()).damaged).toEqual(["b.json", "c-probe-1.json"]);
  await add("a.json");
  expect((await outbox.index()).damaged).toEqual(["a.json", "b.json", "c-probe-1.json"]);
});

it("takes a missing folder for an empty one", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  for (const folder of ["new", "dead"]) await rm(join(dir, folder), { recursive: true });
  expect(await outbox.counts()).toEqual({ waiting: 0, partial: 0, damaged: 0, oldest: undefined, dead: 0 });
});
