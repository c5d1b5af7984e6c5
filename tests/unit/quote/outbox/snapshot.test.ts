import { execFileSync } from "node:child_process";
import {
  appendFile,
  lstat,
  mkdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { earliest } from "~/monitoring/conditions/words.server";
import { makeReadOutbox } from "~/monitoring/read-outbox.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { makeSnapshotCache } from "~/quote/outbox/folder/snapshot.server";
import { type FolderStore, openFolder } from "~/quote/outbox/folder/store.server";
import { REQUEST, sampleQuote } from "../intake/sample-quote";
import { coded, dir, freshFolder, path } from "./folder";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();
afterEach(() => void vi.restoreAllMocks());
/** No scan takes long: it would be used for a while. */
let ticks = 0;
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => ++ticks));

const FILE = `${sampleQuote().id}.json`;
const found = async (outbox: FolderStore) => {
  const { entries, damaged } = await outbox.snapshot();
  return [entries.map(({ id }) => id), damaged];
};
const WAITS = [[sampleQuote().id], []];
const NOTHING = [[], []];
const DAMAGED = [[], [FILE]];

it("snapshot: waiting quotes are listed oldest first without what their visitors wrote", async () => {
  const outbox = openFolder(dir);
  const stored = ["1", "2", "3", "4"].map((phone) => sampleQuote("quote", { phone }));
  stored.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [i, month] of ["03", "01", "04", "02"].entries())
    await outbox.update({ ...(stored[i] as StoredQuote), receivedAt: `2026-${month}-01T00:00:00.000Z` });
  const { entries } = await outbox.snapshot();
  expect(entries.map(({ receivedAt }) => receivedAt.slice(5, 7))).toEqual(["01", "02", "03", "04"]);
  expect(JSON.stringify(entries)).not.toContain(REQUEST.additionalNotes.slice(-6));
});

it("snapshot: pipes, links, devices, folders, huge, half and misnamed files count as damaged", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  execFileSync("mkfifo", [path("new", "fifo.json")]);
  await symlink("/dev/zero", path("new", "zero.json"));
  await symlink(path("new", FILE), path("new", "link.json"));
  // Root, too, cannot read a folder as a file.
  await mkdir(path("new", "folder.json"));
  await writeFile(path("new", "sparse.json"), "");
  await truncate(path("new", "sparse.json"), 1024 * 1024 + 1);
  await writeFile(path("new", "half.json"), '{"id":');
  // The largest that is read.
  await appendFile(path("new", FILE), " ".repeat(1024 * 1024 - (await lstat(path("new", FILE))).size));
  await writeFile(path("new", "copy.json"), JSON.stringify(sampleQuote()));
  for (const name of ["note.txt", "probe-0123456789abcdef.json"]) await writeFile(path("new", name), "{}");
  const damaged = ["copy", "fifo", "folder", "half", "link", "sparse", "zero"].map((name) => `${name}.json`);
  expect(await found(outbox)).toEqual([[sampleQuote().id], damaged]);
});

it("snapshot: a file is read again when it changed, was repaired or could not be read before", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  const [first] = (await outbox.snapshot()).entries;
  expect((await outbox.snapshot()).entries[0]).toBe(first);
  const waitingSince = "2026-05-01T12:00:01.000Z";
  await outbox.update({ ...sampleQuote(), waitingSince });
  expect((await outbox.snapshot()).entries).toMatchObject([{ waitingSince, seenAt: first?.seenAt }]);
  await writeFile(path("new", FILE), "{");
  expect(await found(outbox)).toEqual(DAMAGED);
  await outbox.update(sampleQuote());
  for (const call of [lstat, readFile]) {
    vi.mocked(call).mockRejectedValueOnce(coded("EIO"));
    if (call === lstat) vi.mocked(call).mockRejectedValueOnce(coded("EIO"));
    await utimes(path("new", FILE), new Date(), new Date());
    expect(await found(outbox)).toEqual(DAMAGED);
    expect(await found(outbox)).toEqual(WAITS);
  }
});

it.each(["lstat", "readFile"] as const)("snapshot: a quote is not listed when gone at %s", async (call) => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  const mocked = vi.mocked({ lstat, readFile }[call] as typeof readFile);
  mocked.mockImplementationOnce((file) => rm(path("new", FILE)).then(() => readFile(file)));
  expect(await found(outbox)).toEqual(NOTHING);
  await outbox.update(sampleQuote());
  expect(await found(outbox)).toEqual(WAITS);
});

it("snapshot: callers share a scan under way, and one of over 200 ms for ten times as long", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { scan } = makeSnapshotCache(path("new"));
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

it("snapshot: nobody shares a long scan when it failed", async () => {
  const outbox = openFolder(dir);
  let second = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++second * 1000);
  await outbox.check();
  await rm(path("new"), { recursive: true });
  await writeFile(path("new"), "");
  await expect(outbox.snapshot()).rejects.toMatchObject({ code: "ENOTDIR" });
  await rm(path("new"));
  expect(await found(outbox)).toEqual(NOTHING);
});

it("snapshot: the oldest waits since its arrival, or since the end of its hold when it was held", async () => {
  const outbox = openFolder(dir);
  const readOutbox = makeReadOutbox(outbox);
  const oldest = async () => {
    const { waiting } = await readOutbox(new Date());
    return new Date(earliest(waiting.map(({ sinceMs }) => sinceMs))).toISOString();
  };
  expect((await readOutbox(new Date())).waiting).toEqual([]);
  const [receivedAt, later, heldUntil] = ["12", "13", "14"].map((hour) => `2026-05-01T${hour}:00:00.000Z`);
  await outbox.update({ ...sampleQuote(), receivedAt: String(receivedAt), heldUntil });
  expect(await oldest()).toBe(heldUntil);
  await outbox.update({ ...sampleQuote("contact"), receivedAt: String(later) });
  expect(await oldest()).toBe(later);
});
