import { execFileSync } from "node:child_process";
import {
  appendFile,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { afterEach, expect, it, vi } from "vitest";
import { countAll } from "~/monitoring/checks/count-all.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { makeSnapshotCache } from "~/quote/outbox/folder/snapshot.server";
import { type FolderStore, openFolder } from "~/quote/outbox/folder/store.server";
import { REQUEST, sampleQuote } from "../intake/sample-quote";
import { at, coded, dir, freshFolder } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();
afterEach(() => void vi.restoreAllMocks());

const FILE = `${sampleQuote().id}.json`;
const found = async (outbox: FolderStore) => {
  const { entries, damaged } = await outbox.snapshot();
  return [entries.map(({ id }) => id), damaged];
};
const WAITS = [[sampleQuote().id], []];
const NOTHING = [[], []];
const DAMAGED = [[], [FILE]];

it("what waits is listed, the oldest first whatever the names, without what its visitor wrote", async () => {
  const outbox = openFolder(dir);
  const stored = ["1", "2", "3", "4"].map((phone) => sampleQuote("quote", { phone }));
  stored.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [i, month] of ["03", "01", "04", "02"].entries())
    await outbox.update({ ...(stored[i] as StoredQuote), receivedAt: `2026-${month}-01T00:00:00.000Z` });
  const { entries } = await outbox.snapshot();
  expect(entries.map(({ receivedAt }) => receivedAt.slice(5, 7))).toEqual(["01", "02", "03", "04"]);
  expect(JSON.stringify(entries)).not.toContain(REQUEST.additionalNotes.slice(-6));
});

it("no pipe, link, device, folder, huge, half or misnamed file is taken for a request; each is named, and the others are listed", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  await outbox.probe();
  execFileSync("mkfifo", [at("new", "fifo.json")]);
  await symlink("/dev/zero", at("new", "zero.json"));
  await symlink(at("new", FILE), at("new", "link.json"));
  // Root, too, cannot read a folder as a file.
  await mkdir(at("new", "folder.json"));
  await writeFile(at("new", "sparse.json"), "");
  await truncate(at("new", "sparse.json"), 1024 * 1024 + 1);
  await writeFile(at("new", "half.json"), '{"id":');
  // The largest that is read.
  await appendFile(at("new", FILE), " ".repeat(1024 * 1024 - (await lstat(at("new", FILE))).size));
  await writeFile(at("new", "copy.json"), JSON.stringify(sampleQuote()));
  for (const name of ["note.txt", "probe-0123456789abcdef.json"]) await writeFile(at("new", name), "{}");
  const damaged = ["copy", "fifo", "folder", "half", "link", "sparse", "zero"].map((name) => `${name}.json`);
  expect(await found(outbox)).toEqual([[sampleQuote().id], damaged]);
  await writeFile(at("new", "a.json"), "{}");
  expect((await outbox.snapshot()).damaged).toEqual(["a.json", ...damaged]);
});

it("a file is read again once it has changed, was repaired by hand, or the disk reads it again", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  const [first] = (await outbox.snapshot()).entries;
  expect((await outbox.snapshot()).entries[0]).toBe(first);
  const waitingSince = "2026-05-01T12:00:01.000Z";
  await outbox.update({ ...sampleQuote(), waitingSince });
  expect((await outbox.snapshot()).entries).toMatchObject([{ waitingSince, seenAt: first?.seenAt }]);
  await writeFile(at("new", FILE), "{");
  expect(await found(outbox)).toEqual(DAMAGED);
  await outbox.update(sampleQuote());
  for (const call of [lstat, readFile]) {
    vi.mocked(call).mockRejectedValueOnce(coded("EIO"));
    if (call === lstat) vi.mocked(call).mockRejectedValueOnce(coded("EIO"));
    await utimes(at("new", FILE), new Date(), new Date());
    expect(await found(outbox)).toEqual(DAMAGED);
    expect(await found(outbox)).toEqual(WAITS);
  }
});

it("nothing is listed that was accepted, also during the look", async () => {
  const outbox = openFolder(dir);
  const leaves = () => rm(at("new", FILE));
  for (const before of [
    () => vi.mocked(lstat).mockImplementationOnce((file) => leaves().then(() => lstat(file))),
    () => vi.mocked(readFile).mockImplementationOnce((file) => leaves().then(() => readFile(file))),
  ]) {
    await outbox.update(sampleQuote());
    before();
    expect(await found(outbox)).toEqual(NOTHING);
  }
  await outbox.update(sampleQuote());
  expect(await found(outbox)).toEqual(WAITS);
  await outbox.markSent(sampleQuote());
  expect(await found(outbox)).toEqual(NOTHING);
});

it("callers share a look under way, and one that took over 200 ms for ten times as long as it took", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { scan } = makeSnapshotCache(at("new"));
  const quick = scan();
  expect(scan()).toBe(quick);
  now = 200;
  await quick;
  const slow = scan();
  expect(slow).not.toBe(quick);
  now = 200 + 300;
  await slow;
  now = 500 + 2_999;
  expect(scan()).toBe(slow);
  now = 500 + 3_000;
  expect(scan()).not.toBe(slow);
});

it("a long look that failed is shared with nobody", async () => {
  const outbox = openFolder(dir);
  let second = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++second * 1000);
  await outbox.update(sampleQuote());
  await rename(at("new"), at("old"));
  await writeFile(at("new"), "");
  await expect(outbox.snapshot()).rejects.toMatchObject({ code: "ENOTDIR" });
  await rm(at("new"));
  await rename(at("old"), at("new"));
  expect(await found(outbox)).toEqual(WAITS);
});

it("a missing folder is empty; the oldest waits since it came, since its hold ends, or, where it cannot be read, since it was written", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  await rm(at("new"), { recursive: true });
  const oldest = async () => (await countAll([outbox])).oldest;
  expect(await oldest()).toBeUndefined();
  const [receivedAt, later, heldUntil] = ["12", "13", "14"].map((hour) => `2026-05-01T${hour}:00:00.000Z`);
  await outbox.update({ ...sampleQuote(), receivedAt: String(receivedAt), heldUntil });
  expect(await oldest()).toBe(heldUntil);
  await outbox.update({ ...sampleQuote("contact"), receivedAt: String(later) });
  expect(await oldest()).toBe(later);
  const written = new Date("2026-04-30T12:00:00Z");
  await writeFile(at("new", "half.json"), "{");
  await utimes(at("new", "half.json"), written, written);
  expect(await oldest()).toBe(written.toISOString());
});
