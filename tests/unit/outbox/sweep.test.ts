import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Log } from "~/log/log.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { sweepOutbox } from "~/quote/outbox/sweep.server";
import { DAY, inMs, sampleRequest } from "../submit/sample-request";

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
  expect(await sweepOutbox(dir, 30, () => {}, 3)).toBe(2);
  expect((await readdir(place)).sort()).toEqual(["1.json", "2.json", "3.json"]);
});

/** A request in `sent/` that says it was accepted then; its file says another time. */
async function accepted(at: string, { fileAt = new Date() } = {}): Promise<string> {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.accept({ ...sampleRequest(), sent: { at, channel: "forward", class: "accepted" } });
  const file = join(dir, "sent", `${sampleRequest().id}.json`);
  await utimes(file, fileAt, fileAt);
  return file;
}
const sent = () => readdir(join(dir, "sent"));

it("a request that was accepted today is kept, though a clock that was 60 days behind has touched its file", async () => {
  await accepted(inMs(-60_000), { fileAt: new Date(inMs(-60 * DAY)) });
  expect(await openOutbox(dir).sweep()).toBe(0);
  expect(await sent()).toHaveLength(1);
});

it("a request that was accepted 31 days ago is deleted, though a backup gave its file today's time", async () => {
  await accepted(inMs(-31 * DAY));
  expect(await openOutbox(dir).sweep()).toBe(1);
  expect(await sent()).toEqual([]);
});

it("two that delete at once say together how many there were", async () => {
  const outbox = openOutbox(dir, { keepSentDays: 0 });
  await outbox.probe();
  for (let n = 0; n < 50; n++)
    await writeFile(join(dir, "sent", `${n}.json`), JSON.stringify(sampleRequest()));
  const [one, other] = await Promise.all([outbox.sweep(), openOutbox(dir, { keepSentDays: 0 }).sweep()]);
  expect(one + other).toBe(50);
  expect(await sent()).toEqual([]);
});

it("where the clock went back, nothing is deleted, and the log says so", async () => {
  const file = await accepted(inMs(60 * DAY));
  const before = await stat(file);
  const lines: unknown[] = [];
  const log: Log = (level, event, facts) => lines.push([level, event, facts?.count]);
  expect(await openOutbox(dir, { log }).sweep()).toBe(0);
  expect(lines).toEqual([["warn", "outbox.future", 1]]);
  expect((await stat(file)).mtime).toEqual(before.mtime);
});

it("sweeps away test files and half-written requests that a kill left", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of ["new/probe-0123.json", "tmp/0123.json"]) {
    await writeFile(join(dir, file), "{}");
    await utimes(join(dir, file), dayAgo, dayAgo);
  }
  await outbox.sweep();
  for (const folder of ["new", "tmp"]) expect(await readdir(join(dir, folder))).toEqual([]);
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

it("deletes what a crash left half-written a day ago, and nothing younger", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
  // One that cannot be deleted keeps none of the others.
  await mkdir(join(dir, "tmp", "a.json"));
  for (const name of ["old.json", "young.json"]) await writeFile(join(dir, "tmp", name), "{");
  for (const [name, hours] of [
    ["a.json", 25],
    ["old.json", 25],
    ["young.json", 23],
  ] as const)
    await utimes(join(dir, "tmp", name), hoursAgo(hours), hoursAgo(hours));
  await outbox.sweep();
  expect((await readdir(join(dir, "tmp"))).sort()).toEqual(["a.json", "young.json"]);
});
