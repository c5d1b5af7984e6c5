import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { sweepOutbox } from "~/quote/outbox/sweep.server";
import { sampleRequest } from "../submit/sample-request";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

it("keeps the newest of very many that were sent", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const place = join(dir, "sent");
  for (let age = 0; age < 5; age++) {
    // Named so that the oldest is first in the list, then the youngest.
    const file = join(place, `${(age + 1) % 5}.json`);
    await writeFile(file, "{}");
    await utimes(file, Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  await sweepOutbox(dir, 30, 3);
  expect((await readdir(place)).sort()).toEqual(["1.json", "2.json", "3.json"]);
});

it("keeps what was sent while the clock was ahead for its days, not for ever", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.accept(sampleRequest());
  const file = join(dir, "sent", `${sampleRequest().id}.json`);
  const nextYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000);
  await utimes(file, nextYear, nextYear);
  await outbox.sweep();
  expect((await stat(file)).mtimeMs).toBeLessThanOrEqual(Date.now());
});

it("sweeps away test files and half-written requests that a kill left", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  await mkdir(join(dir, "copies", "tmp"), { recursive: true });
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of ["new/probe-0123.json", "tmp/0123.json", "copies/tmp/0123.json"]) {
    await writeFile(join(dir, file), "{}");
    await utimes(join(dir, file), dayAgo, dayAgo);
  }
  await outbox.sweep();
  for (const folder of ["new", "tmp", "copies/tmp"]) expect(await readdir(join(dir, folder))).toEqual([]);
});

it("sweeps away no request that waits, however long, and no file of the operator's", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.moveToDead(sampleRequest("contact"), new Date());
  await writeFile(join(dir, "new", "note.txt"), "");
  const yearAgo = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);
  for (const folder of ["new", "dead"])
    for (const name of await readdir(join(dir, folder)))
      await utimes(join(dir, folder, name), yearAgo, yearAgo);
  await outbox.sweep();
  expect(await outbox.counts()).toMatchObject({ waiting: 1, dead: 1 });
  expect(await readdir(join(dir, "new"))).toContain("note.txt");
});

it("leaves the time of what was sent as it is, so that its days come to an end", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.accept(sampleRequest());
  const file = join(dir, "sent", `${sampleRequest().id}.json`);
  for (const minutesAgo of [-30, 30, 29 * 24 * 60]) {
    const time = new Date(Date.now() - minutesAgo * 60_000);
    await utimes(file, time, time);
    await outbox.sweep();
    expect((await stat(file)).mtime).toEqual(time);
  }
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
