import { execFileSync } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "~/config/log.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { sweepOutbox } from "~/quote/outbox/sweep.server";
import { REQUEST, sampleRequest } from "./sample-request";
import { waitingIn } from "./waiting";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

it("stores a request as one readable file for its owner alone, and leaves nothing else", async () => {
  const stored = sampleRequest();
  await openOutbox(dir).store(stored);
  expect(await readdir(join(dir, "new"))).toEqual([`${stored.id}.json`]);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
  const file = join(dir, "new", `${stored.id}.json`);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(stored);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, "new"))).mode & 0o077).toBe(0);
});

it("stores the same request twice, at once, as one file", async () => {
  const outbox = openOutbox(dir);
  await Promise.all([
    outbox.store(sampleRequest()),
    outbox.store({ ...sampleRequest(), waitingSince: "2026-05-01T12:00:01Z" }),
  ]);
  expect(await readdir(join(dir, "new"))).toHaveLength(1);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

it("moves what was accepted to sent/, and deletes it there after its days", async () => {
  const outbox = openOutbox(dir, { keepSentDays: 30 });
  const [accepted, old] = [sampleRequest(), sampleRequest("contact")];
  const sent = { at: "2026-05-01T12:00:01.000Z", channel: "forward", class: "accepted" };
  for (const stored of [accepted, old]) {
    await outbox.store(stored);
    await outbox.accept({ ...stored, sent });
  }
  const names = [accepted, old].map(({ id }) => `${id}.json`).sort();
  expect(await readdir(join(dir, "new"))).toEqual([]);
  expect((await readdir(join(dir, "sent"))).sort()).toEqual(names);
  expect(await outbox.read(accepted.id, "sent")).toEqual({ ...accepted, sent });
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  await utimes(join(dir, "sent", `${old.id}.json`), daysAgo(31), daysAgo(31));
  await utimes(join(dir, "sent", `${accepted.id}.json`), daysAgo(29), daysAgo(29));
  await outbox.sweep();
  expect(await readdir(join(dir, "sent"))).toEqual([`${accepted.id}.json`]);
});

it("keeps the newest of very many that were sent", async () => {
  const outbox = openOutbox(dir);
  await outbox.probe();
  const place = join(dir, "sent");
  for (let age = 0; age < 5; age++) {
    await writeFile(join(place, `${age}.json`), "{}");
    await utimes(join(place, `${age}.json`), Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  await sweepOutbox(dir, 30, 3);
  expect((await readdir(place)).sort()).toEqual(["0.json", "1.json", "2.json"]);
});

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

it("notes who took what was not accepted at once", async () => {
  const outbox = openOutbox(dir);
  const tries = { forward: { count: 1, at: "2026-05-01T12:00:01.000Z", class: "throttled" } };
  const stored = { ...sampleRequest(), tries };
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  await outbox.store(stored);
  await outbox.accept({ ...stored, sent });
  expect(await outbox.read(stored.id, "sent")).toEqual({ ...stored, sent });
});

it("does not take a request that could not leave new/ for one that was put back", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  expect(outbox.isDone(sampleRequest(), false)).toBe(false);
  await rm(join(dir, "sent"), { recursive: true });
  await writeFile(join(dir, "sent"), "");
  await expect(outbox.accept(sampleRequest())).rejects.toThrow();
  expect(outbox.isDone(sampleRequest(), false)).toBe(true);
  await rm(join(dir, "sent"));
  await outbox.accept(sampleRequest());
  expect(outbox.isDone(sampleRequest(), false)).toBe(false);
  expect(await readdir(join(dir, "sent"))).toEqual([`${sampleRequest().id}.json`]);
});

it("takes a request that is stored again, after it was sent without being stored, for a new one", async () => {
  const outbox = openOutbox(dir);
  await outbox.idKey();
  await rename(join(dir, "key"), join(dir, "unmounted"));
  await expect(outbox.store(sampleRequest())).rejects.toMatchObject({ code: "ENOKEY" });
  await expect(outbox.accept(sampleRequest())).rejects.toMatchObject({ code: "ENOKEY" });
  await rename(join(dir, "unmounted"), join(dir, "key"));
  await outbox.store(sampleRequest());
  expect(outbox.isDone(sampleRequest(), false)).toBe(false);
});

it("sends once more what the operator puts back, even if it never left new/", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await rm(join(dir, "sent"), { recursive: true });
  await writeFile(join(dir, "sent"), "");
  await expect(outbox.accept(sampleRequest())).rejects.toThrow();
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  expect(outbox.isDone({ ...sampleRequest(), sent }, false)).toBe(false);
});

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

it("keeps nothing of what was accepted when it is told to keep it for 0 days", async () => {
  const outbox = openOutbox(dir, { keepSentDays: 0 });
  await outbox.store(sampleRequest());
  await outbox.accept(sampleRequest());
  expect(await readdir(join(dir, "new"))).toEqual([]);
  expect(await readdir(join(dir, "sent"))).toEqual([]);
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

it("removes a request, and does not mind one that is not there", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.remove(sampleRequest().id);
  await outbox.remove(sampleRequest().id);
  expect(await readdir(join(dir, "new"))).toEqual([]);
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

it("says when the place cannot be written", async () => {
  await openOutbox(dir).probe();
  const blocked = join(dir, "file");
  await writeFile(blocked, "");
  // A file where a folder should be: root, too, cannot write into it.
  await expect(openOutbox(blocked).probe()).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect(openOutbox(blocked).store(sampleRequest())).rejects.toThrow(/ENOTDIR|EEXIST/);
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
  await outbox.store(sampleRequest());
  await rm(join(dir, "new"), { recursive: true });
  await writeFile(join(dir, "new"), "");
  await chmod(join(dir, "new"), 0o600);
  await expect(outbox.store(sampleRequest())).rejects.toThrow();
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
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
  const stored = {
    ...sampleRequest(),
    waitingSince: "2026-05-01T12:00:00.000Z",
    tries: { forward: tried },
  };
  await outbox.store(stored);
  await outbox.moveToDead(stored, new Date("2026-05-15T12:00:00Z"));
  expect(await outbox.counts()).toMatchObject({ waiting: 0, dead: 1 });
  await rename(join(dir, "dead", `${stored.id}.json`), join(dir, "new", `${stored.id}.json`));
  const back = await outbox.read(stored.id);
  expect(back).toMatchObject({
    request: stored.request,
    tries: {},
    dead: { at: "2026-05-15T12:00:00.000Z" },
  });
  expect(back?.waitingSince).toBeUndefined();
});

it("keeps what looks like spam apart, as a file that can be moved to new/", async () => {
  const outbox = openOutbox(dir);
  await outbox.quarantine(sampleRequest());
  expect(await outbox.counts()).toMatchObject({ waiting: 0, suspect: 1 });
  const { id } = sampleRequest();
  await rename(join(dir, "suspect", `${id}.json`), join(dir, "new", `${id}.json`));
  expect(await outbox.read(id)).toEqual(sampleRequest());
});
