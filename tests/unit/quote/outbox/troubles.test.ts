import { mkdtempSync, rmSync } from "node:fs";
import { rename, rm, utimes, writeFile } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { dir, freshFolder, path } from "./folder";

/** What an outbox folder says about itself. What it says of its disk depends on the machine. */

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
