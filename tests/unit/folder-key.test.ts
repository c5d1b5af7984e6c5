import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Log } from "~/config/log.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { sampleRequest } from "./sample-request";
import { waitingIn } from "./waiting";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
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
  ])
    await expect(step()).rejects.toMatchObject({ code: "ENOKEY" });
  expect(await readdir(dir)).toEqual([]);
  await rm(dir, { recursive: true });
  await rename(`${dir}-elsewhere`, dir);
  await outbox.store(sampleRequest("contact"));
  expect(await waitingIn(outbox)).toHaveLength(2);
});

it("says when it makes a new outbox, and when another takes its place", async () => {
  const said: string[] = [];
  const log: Log = (level, event) => said.push(`${level} ${event}`);
  const outbox = openOutbox(dir, { log });
  await outbox.store(sampleRequest());
  await outbox.store(sampleRequest());
  expect(said).toEqual(["warn outbox.created"]);
  const volume = `${dir}-volume`;
  const before = await openOutbox(volume).idKey();
  await rm(dir, { recursive: true });
  await rename(volume, dir);
  await outbox.store(sampleRequest());
  expect(said).toEqual(["warn outbox.created", "error outbox.replaced"]);
  expect((await outbox.idKey()).equals(before)).toBe(true);
});

it("keeps one key over a restart, also when two start at once", async () => {
  const keys = await Promise.all([openOutbox(dir).idKey(), openOutbox(dir).idKey()]);
  const later = await openOutbox(dir).idKey();
  expect(keys[0]).toHaveLength(32);
  expect(keys[0]?.equals(keys[1] as Buffer)).toBe(true);
  expect(later.equals(keys[0] as Buffer)).toBe(true);
  expect((await readdir(dir)).sort()).toEqual(["dead", "key", "new", "sent", "suspect", "tmp"]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("does not take a damaged key, which would make ids that can be guessed", async () => {
  await openOutbox(dir).idKey();
  await writeFile(join(dir, "key"), "");
  await expect(openOutbox(dir).idKey()).rejects.toThrow("damaged");
});
