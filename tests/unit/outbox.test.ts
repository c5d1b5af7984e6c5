import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOutbox } from "~/quote/outbox.server";
import { sampleEnvelope } from "./sample-envelope";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

it("stores a request as one readable file for its owner alone, and leaves nothing else", async () => {
  const envelope = sampleEnvelope();
  await openOutbox(dir).store(envelope);
  expect(await readdir(join(dir, "new"))).toEqual([`${envelope.id}.json`]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
  const file = join(dir, "new", `${envelope.id}.json`);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(envelope);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, "new"))).mode & 0o077).toBe(0);
});

it("stores the same request twice, at once, as one file", async () => {
  const outbox = openOutbox(dir);
  await Promise.all([
    outbox.store(sampleEnvelope()),
    outbox.store({ ...sampleEnvelope(), waitingSince: "2026-05-01T12:00:01Z" }),
  ]);
  expect(await readdir(join(dir, "new"))).toHaveLength(1);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("removes a request, and does not mind one that is not there", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleEnvelope());
  await outbox.remove(sampleEnvelope().id);
  await outbox.remove(sampleEnvelope().id);
  expect(await readdir(join(dir, "new"))).toEqual([]);
});

it("keeps one key over a restart, also when two start at once", async () => {
  const keys = await Promise.all([openOutbox(dir).idKey(), openOutbox(dir).idKey()]);
  const later = await openOutbox(dir).idKey();
  expect(keys[0]).toHaveLength(32);
  expect(keys[0]?.equals(keys[1] as Buffer)).toBe(true);
  expect(later.equals(keys[0] as Buffer)).toBe(true);
  expect((await readdir(dir)).sort()).toEqual(["dead", "key", "new", "suspect", "tmp"]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("says when the place cannot be written", async () => {
  await openOutbox(dir).probe();
  const blocked = join(dir, "file");
  await writeFile(blocked, "");
  // A file where a folder should be: root, too, cannot write into it.
  await expect(openOutbox(blocked).probe()).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect(openOutbox(blocked).store(sampleEnvelope())).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect(openOutbox(blocked).idKey()).rejects.toThrow(/ENOTDIR|EEXIST/);
});

it("does not take a damaged key, which would make ids that can be guessed", async () => {
  await openOutbox(dir).idKey();
  await writeFile(join(dir, "key"), "");
  await expect(openOutbox(dir).idKey()).rejects.toThrow("damaged");
});

it("is not called durable when only the last step fails", async () => {
  await openOutbox(dir).probe();
  await rm(join(dir, "new"), { recursive: true });
  await writeFile(join(dir, "new"), "");
  await expect(openOutbox(dir).probe()).rejects.toThrow();
});

it("leaves no half-written file behind when the last step fails", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleEnvelope());
  await rm(join(dir, "new"), { recursive: true });
  await writeFile(join(dir, "new"), "");
  await chmod(join(dir, "new"), 0o600);
  await expect(outbox.store(sampleEnvelope())).rejects.toThrow();
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("lists what waits, oldest first, and names the files that are no request", async () => {
  const outbox = openOutbox(dir);
  const young = sampleEnvelope();
  const old = { ...sampleEnvelope("contact"), receivedAt: "2026-04-01T00:00:00.000Z" };
  await outbox.store(young);
  await outbox.store(old);
  await writeFile(join(dir, "new", "half.json"), '{"id":');
  await writeFile(join(dir, "new", "copy.json"), JSON.stringify(young));
  expect(await outbox.waiting()).toEqual({ envelopes: [old, young], damaged: ["copy.json", "half.json"] });
  expect(await outbox.counts()).toEqual({ waiting: 4, oldest: old.receivedAt, dead: 0, suspect: 0 });
});

it("names what cannot be read, and lists the others", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleEnvelope());
  // Root, too, cannot read a folder as a file.
  await mkdir(join(dir, "new", "a-folder.json"));
  expect(await outbox.waiting()).toEqual({ envelopes: [sampleEnvelope()], damaged: ["a-folder.json"] });
  expect(await outbox.counts()).toMatchObject({ waiting: 2 });
});

it("deletes what a crash left half-written a day ago, and nothing younger", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  // One that cannot be deleted keeps none of the others.
  await mkdir(join(dir, "tmp", "a.json"));
  for (const name of ["old.json", "young.json"]) await writeFile(join(dir, "tmp", name), "{");
  for (const name of ["a.json", "old.json"]) await utimes(join(dir, "tmp", name), dayAgo, dayAgo);
  await outbox.sweep();
  expect((await readdir(join(dir, "tmp"))).sort()).toEqual(["a.json", "young.json"]);
});

it("gives a request up so that moving it back by hand starts it afresh", async () => {
  const outbox = openOutbox(dir);
  const tried = { count: 9, at: "2026-05-14T12:00:00.000Z", class: "throttled" };
  const envelope = {
    ...sampleEnvelope(),
    waitingSince: "2026-05-01T12:00:00.000Z",
    tries: { forward: tried },
  };
  await outbox.store(envelope);
  await outbox.bury(envelope, new Date("2026-05-15T12:00:00Z"));
  expect(await outbox.counts()).toMatchObject({ waiting: 0, dead: 1 });
  await rename(join(dir, "dead", `${envelope.id}.json`), join(dir, "new", `${envelope.id}.json`));
  const back = await outbox.read(envelope.id);
  expect(back).toMatchObject({ request: envelope.request, tries: {}, dead: { tries: { forward: tried } } });
  expect(back?.waitingSince).toBeUndefined();
});

it("keeps what looks like spam apart, as a file that can be moved to new/", async () => {
  const outbox = openOutbox(dir);
  await outbox.setAside(sampleEnvelope());
  expect(await outbox.counts()).toMatchObject({ waiting: 0, suspect: 1 });
  const { id } = sampleEnvelope();
  await rename(join(dir, "suspect", `${id}.json`), join(dir, "new", `${id}.json`));
  expect(await outbox.read(id)).toEqual(sampleEnvelope());
});
