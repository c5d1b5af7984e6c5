import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, rename, rm, statfs, utimes, writeFile } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { releaseSuspects } from "~/quote/outbox/folder/former-suspects.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { folderTroubles } from "~/quote/outbox/folder/troubles.server";
import { dir, eventsNamed, failing, freshFolder, log, names, path } from "./folder";

/** What an outbox folder says about itself. What it says of its disk depends on the machine. */

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return { ...real, statfs: vi.fn(real.statfs) };
});

freshFolder();

const OF_DISK = ["may_lose", "low_space"];
const troubles = async (outbox: ReturnType<typeof openFolder>) =>
  (await outbox.troubles()).filter(({ kind }) => !OF_DISK.includes(kind));
/** An outbox that was made long ago. */
async function old() {
  const outbox = openFolder(dir);
  await outbox.check();
  await utimes(path("key"), 0, 0);
  return outbox;
}

it("folder: it says that it is new for a day, and nothing more once it is not", async () => {
  const outbox = openFolder(dir);
  await outbox.check();
  const detail = expect.stringContaining(`not mounted at ${dir}`);
  expect(await troubles(outbox)).toEqual([{ kind: "created", since: expect.any(String), detail }]);
  expect(await troubles(await old())).toEqual([]);
});

it("folder: it says that another folder took its place while the site ran", async () => {
  const outbox = await old();
  await rename(dir, `${dir}-away`);
  await (await old()).check();
  await outbox.check();
  expect(await troubles(outbox)).toMatchObject([{ kind: "replaced", since: expect.any(String) }]);
});

it("folder: it says that its key is damaged, and that PostgreSQL had the requests before", async () => {
  await (await old()).writeMetadata("database", "");
  await writeFile(path("key"), "no key");
  await utimes(path("key"), 0, 0);
  const outbox = openFolder(dir);
  await outbox.check();
  expect(await troubles(outbox)).toMatchObject([
    { kind: "key", code: "EDAMAGED", detail: expect.stringContaining(path("key")) },
    { kind: "replaced", detail: expect.stringContaining("DATABASE_URL is no longer set") },
  ]);
});

it("folder: it says that it is missing when it is gone", async () => {
  const outbox = await old();
  await rm(dir, { recursive: true });
  expect(await outbox.troubles()).toMatchObject([{ kind: "missing", code: "ENOKEY" }]);
});

it("folder: it says that it is in memory", async () => {
  const memory = mkdtempSync("/dev/shm/outbox-");
  onTestFinished(() => rmSync(memory, { recursive: true, force: true }));
  const outbox = openFolder(memory);
  await outbox.check();
  const detail = expect.stringContaining("in memory (tmpfs)");
  expect(await outbox.troubles()).toContainEqual({ kind: "may_lose", detail });
});

it.each([
  ["overlay", { type: 0x794c7630 }, "may_lose", /in the container's own layer/],
  ["NFS", { type: 0x6969 }, "may_lose", /on a network disk/],
  ["full", { bavail: 199_999 }, "low_space", /^199 MB are free in /],
  ["good", { bavail: 200_000 }, undefined, undefined],
])("folder: what it says when its disk is %s", async (_name, disk, kind, detail) => {
  vi.mocked(statfs).mockResolvedValue({ type: 0xef53, bsize: 1_000, bavail: 1e9, ...disk } as never);
  const troubles = await folderTroubles(
    dir,
    "",
    async () => {},
    async () => [],
  );
  expect(troubles).toEqual(kind ? [{ kind, detail: expect.stringMatching(detail) }] : []);
});

it.each([
  ["ENOSPC", /saved in .*The disk is full/],
  ["EDQUOT", /quota/],
  ["EROFS", /read-only/],
  ["EACCES", /change the folder's owner/],
  ["EPERM", /change the folder's owner/],
  ["ENOENT", /mount its volume/],
  ["EIO", /reports errors/],
  ["ETIMEDOUT", /does not respond/],
  ["EMFILE", /^Do this\.$/],
])("folder: it says what to do when it cannot be written: %s", async (code, expected) => {
  const detail = expect.stringMatching(expected);
  const kind = "unwritable";
  expect(await folderTroubles(dir, "Do this.", failing(code), async () => [])).toEqual([
    { kind, code, detail },
  ]);
});

it("folder: what version 1.0.0 set aside waits again, and the log says so once", async () => {
  await mkdir(path("suspect"), { recursive: true });
  await writeFile(path("suspect", "one.json"), "{}");
  for (const _ of [1, 2]) await releaseSuspects(dir, log);
  expect([await names("suspect"), await names("new")]).toEqual([[], ["one.json"]]);
  expect(eventsNamed("outbox.released")).toEqual([["info", "outbox.released", { count: 1 }]]);
});
