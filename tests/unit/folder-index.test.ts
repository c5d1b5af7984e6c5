import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { REQUEST, sampleRequest } from "./sample-request";
import { waitingIn } from "./waiting";

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
  expect((await outbox.index()).entries[0]).toBe(first);
  await outbox.store({ ...sampleRequest(), waitingSince: "2026-05-01T12:00:01.000Z" });
  expect((await outbox.index()).entries).toMatchObject([{ waitingSince: "2026-05-01T12:00:01.000Z" }]);
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
  expect(await outbox.counts()).toEqual({ waiting: 4, oldest: old.receivedAt, dead: 0, suspect: 0 });
});

it("names what cannot be read, and lists the others", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  // Root, too, cannot read a folder as a file.
  await mkdir(join(dir, "new", "a-folder.json"));
  expect(await waitingIn(outbox)).toEqual([sampleRequest()]);
  expect((await outbox.index()).damaged).toEqual(["a-folder.json"]);
  expect(await outbox.counts()).toMatchObject({ waiting: 2 });
});
