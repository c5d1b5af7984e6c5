import * as fs from "node:fs";
import { chmod, lstat, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { disk } from "~/quote/outbox/disk.server";
import { find } from "~/quote/outbox/find.server";
import { type FolderOutbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import { PLACES } from "~/quote/outbox/outbox.server";
import { parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { DAY, inMs, sampleRequest } from "../submit/sample-request";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
});
afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));

const readSent = async (outbox: FolderOutbox, id: string) =>
  parseStoredRequest((await outbox.text("sent", id)) ?? "");

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
  const sent = { at: inMs(-29 * DAY), channel: "forward", class: "accepted" };
  for (const [stored, at] of [
    [accepted, sent.at],
    [old, inMs(-31 * DAY)],
  ] as const) {
    await outbox.store(stored);
    await outbox.accept({ ...stored, sent: { ...sent, at } });
  }
  const names = [accepted, old].map(({ id }) => `${id}.json`).sort();
  expect(await readdir(join(dir, "new"))).toEqual([]);
  expect((await readdir(join(dir, "sent"))).sort()).toEqual(names);
  expect(await readSent(outbox, accepted.id)).toEqual({ ...accepted, sent });
  await outbox.sweep();
  expect(await readdir(join(dir, "sent"))).toEqual([`${accepted.id}.json`]);
});

it("notes who took what was not accepted at once", async () => {
  const outbox = openOutbox(dir);
  const tries = { forward: { count: 1, at: "2026-05-01T12:00:01.000Z", class: "throttled" } };
  const stored = { ...sampleRequest(), tries };
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  await outbox.store(stored);
  await outbox.accept({ ...stored, sent });
  expect(await readSent(outbox, stored.id)).toEqual({ ...stored, sent });
});

it("keeps nothing of what was accepted when it is told to keep it for 0 days", async () => {
  const outbox = openOutbox(dir, { keepSentDays: 0 });
  await outbox.store(sampleRequest());
  await outbox.accept(sampleRequest());
  expect(await readdir(join(dir, "new"))).toEqual([]);
  expect(await readdir(join(dir, "sent"))).toEqual([]);
});

it("removes a request, and does not mind one that is not there", async () => {
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.remove(sampleRequest().id);
  await outbox.remove(sampleRequest().id);
  expect(await readdir(join(dir, "new"))).toEqual([]);
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

it.each(PLACES)("is not called durable when only %s/ cannot be written", async (place) => {
  await openOutbox(dir).probe();
  await rm(join(dir, place), { recursive: true });
  await writeFile(join(dir, place), "");
  await expect(openOutbox(dir).probe()).rejects.toThrow();
  await rm(join(dir, place));
  await openOutbox(dir).probe();
  for (const each of PLACES) expect(await readdir(join(dir, each)), each).toEqual([]);
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

it("moves what was accepted before it notes who took it, and does not wait for the note", async () => {
  const outbox = openOutbox(dir);
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  const { id } = sampleRequest();
  await outbox.store(sampleRequest());
  watchFrom(dir);
  await outbox.accept({ ...sampleRequest(), sent });
  expect(steps).toEqual([
    `rename new/${id}.json to sent/${id}.json`,
    "write tmp/*.json",
    `rename tmp/*.json to sent/${id}.json`,
  ]);
});

describe("the note of who accepted a request", () => {
  const at = "2026-05-01T12:00:01.000Z";
  const attempt = { at, channel: "forward", class: "accepted", ms: 12 };
  const sent = { at, channel: "forward", class: "accepted" };
  const noteOf = async (request: StoredRequest) => {
    const outbox = openOutbox(dir);
    await outbox.store(sampleRequest());
    await outbox.accept(request);
    return (await readSent(outbox, request.id))?.sent;
  };

  it("is left out where the forwarding service accepted it at once, and the operator reads it all the same", async () => {
    const accepted = { ...sampleRequest(), attempts: [attempt], sent };
    expect(await noteOf(accepted)).toBeUndefined();
    const known = await find(accepted.id, [openOutbox(dir)]);
    expect(known.request?.sent).toEqual({ ...sent, at: accepted.receivedAt });
  });

  it.each([
    ["later", { attempts: [attempt], sent: { ...sent, at: "2026-05-01T12:01:00.000Z" } }],
    ["after another attempt", { attempts: [attempt, attempt], sent }],
    ["by mail", { attempts: [attempt], sent: { ...sent, channel: "mail" } }],
    ["perhaps", { attempts: [attempt], sent: { ...sent, class: "presumed-accepted" } }],
  ])("is written where it was accepted %s", async (_, said) => {
    const accepted = { ...sampleRequest(), ...said };
    expect(await noteOf(accepted)).toEqual(said.sent);
    expect((await find(accepted.id, [openOutbox(dir)])).request?.sent).toEqual(said.sent);
  });
});

it("tests the disk as a request is stored: bytes, flushed, in new/, and moved to each other place", async () => {
  const outbox = openOutbox(dir);
  await outbox.check();
  watchFrom(dir);
  await outbox.probe();
  expect(steps).toEqual([
    "write tmp/*.json, flushed",
    "rename tmp/*.json to new/probe-*.json",
    "flush new",
    "close new",
    "rename new/probe-*.json to sent/probe-*.json",
    "rename sent/probe-*.json to dead/probe-*.json",
    "unlink dead/probe-*.json",
  ]);
  expect(vi.mocked(fs.writeFile).mock.lastCall?.[1]).not.toBe("");
});

it("a request's stamp is another one once its file is written anew, and none once it is gone", async () => {
  const outbox = openOutbox(dir);
  const { id } = sampleRequest();
  await outbox.store(sampleRequest());
  const stamp = await outbox.stamp(id);
  expect(await outbox.stamp(id)).toBe(stamp);
  await outbox.store(sampleRequest());
  expect(await outbox.stamp(id)).not.toBe(stamp);
  vi.mocked(lstat).mockRejectedValueOnce(new Error("EIO"));
  await expect(outbox.stamp(id)).rejects.toThrow("EIO");
  await outbox.remove(id);
  expect(await outbox.stamp(id)).toBeUndefined();
});

it("refuses a new request when too many wait for the memory, and stores one of those again", async () => {
  const outbox = openOutbox(dir, { mostWaiting: 2 });
  await outbox.store(sampleRequest());
  await outbox.index();
  await outbox.store(sampleRequest("contact"));
  await outbox.probe();
  await outbox.index();
  await outbox.store(sampleRequest());
  const refused = outbox.store(sampleRequest("quote", { phone: "269-555-0100" }));
  await expect(refused).rejects.toMatchObject({ code: "EFULL", message: "too many requests wait" });
  await expect(outbox.probe()).rejects.toMatchObject({ code: "EFULL" });
  expect(await readdir(join(dir, "new"))).toHaveLength(2);
});

it("gives the operator's commands what is in each place, as it is written, and removes it from that place only", async () => {
  const outbox = openOutbox(dir);
  const { id } = sampleRequest();
  await outbox.store(sampleRequest());
  await writeFile(join(dir, "dead", "half.json"), '{"id":');
  await writeFile(join(dir, "dead", `${id}.json`), "");
  expect(await Promise.all(PLACES.map(outbox.ids))).toEqual([[id], [], expect.arrayContaining(["half", id])]);
  expect(await outbox.text("dead", "half")).toBe('{"id":');
  expect(await outbox.text("sent", id)).toBeUndefined();
  await outbox.remove(id, "dead");
  expect(await Promise.all(PLACES.map(outbox.ids))).toEqual([[id], [], ["half"]]);
});

describe("a disk that hangs", () => {
  /** Lets what was begun run into its deadline. */
  async function overdue<T>(begin: () => Promise<T>): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const result = begin().catch((error: unknown) => error);
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    return result;
  }
  let end = () => {};
  let hanging: Promise<void>;
  beforeEach(() => {
    hanging = new Promise((resolve) => {
      end = resolve;
    });
  });
  afterEach(() => end());

  it("brings nothing back that it never began to write", async () => {
    const outbox = openOutbox(dir);
    await outbox.check();
    const refused = await overdue(() => {
      for (let i = 0; i < 2; i++) disk(() => hanging).catch(() => {});
      return outbox.store(sampleRequest());
    });
    expect(refused).toMatchObject({ code: "ETIMEDOUT" });
    end();
    await vi.waitFor(() => outbox.accept(sampleRequest()));
    expect(await readdir(join(dir, "new"))).toEqual([]);
  });
});
