import { mkdir, rename, rm, stat } from "node:fs/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { makeCoalescedFsync } from "~/quote/outbox/folder/coalesced-fsync.server";
import { makeFolders } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { type FolderStore, openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../intake/sample-quote";
import { coded, dir, freshFolder, names, path } from "./folder";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();

describe("what a power cut cannot undo", () => {
  const { id } = sampleQuote();
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  let outbox: FolderStore;
  beforeEach(async () => {
    outbox = openFolder(dir);
    await outbox.probe();
    watchFrom(dir);
  });
  const STORED = [
    "write tmp/*.json, flushed",
    `rename tmp/*.json to new/${id}.json`,
    "flush new",
    "close new",
  ];

  it("a request that is stored: flushed before it gets its name, and its folder after that", async () => {
    await outbox.update(sampleQuote());
    expect(steps).toEqual(STORED);
  });

  it("requests that are stored at once share no flush that began before them, and none that never had its turn", async () => {
    const flush = makeCoalescedFsync(dir);
    const flushed = () => steps.filter((step) => step === "flush new");
    // Two begin at once; the others wait for their turn, and share it.
    await Promise.all([1, 2, 3, 4].map(() => flush("new")));
    expect(flushed()).toHaveLength(3);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const late = Promise.allSettled([disk(() => held), disk(() => held), flush("new")]);
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    expect(await late).toMatchObject(Array(3).fill({ reason: { code: "ETIMEDOUT" } }));
    letGo();
    await held;
    await flush("new");
    expect(flushed()).toHaveLength(4);
  });

  it("a request that was accepted is moved, without space, before it is noted who took it; nobody waits for the note's flush", async () => {
    await outbox.update(sampleQuote());
    await outbox.markSent({ ...sampleQuote(), sent });
    expect(steps.slice(STORED.length)).toEqual([
      `rename new/${id}.json to sent/${id}.json`,
      "write tmp/*.json",
      `rename tmp/*.json to sent/${id}.json`,
    ]);
  });

  it("a request that is given up is in dead/ before it leaves new/", async () => {
    await outbox.update(sampleQuote());
    await outbox.markDead(gaveUp(sampleQuote(), new Date()));
    const dead = STORED.map((step) => step.replaceAll("new", "dead"));
    expect(steps.slice(STORED.length)).toEqual([...dead, `unlink new/${id}.json`]);
  });

  it("the disk is tested as a request is stored, and in each place", async () => {
    await outbox.probe();
    expect(steps).toEqual([
      ...STORED.map((step) => step.replace(id, "probe-*")),
      "rename new/probe-*.json to sent/probe-*.json",
      "rename sent/probe-*.json to dead/probe-*.json",
      "unlink dead/probe-*.json",
    ]);
  });

  it("new folders are flushed up to the one that was there, for their owner alone; where none is missing nothing is", async () => {
    watchFrom(path("volume", "site", "outbox"));
    await mkdir(path("volume"));
    await makeFolders(path("volume", "site", "outbox"));
    expect(steps.filter((step) => step.startsWith("flush"))).toEqual(["flush .", "flush ..", "flush ../.."]);
    expect((await stat(path("volume", "site"))).mode & 0o777).toBe(0o700);
    watchFrom(path("volume", "site", "outbox"));
    await makeFolders(path("volume", "site", "outbox"));
    expect(steps).toEqual([]);
  });

  it("the key is on the disk before an id is made with it", async () => {
    await rm(dir, { recursive: true });
    watchFrom(dir);
    await openFolder(dir).idKey();
    expect(steps.slice(-5)).toEqual([
      "write tmp/key-*, flushed",
      "link tmp/key-* to key",
      "unlink tmp/key-*",
      "flush .",
      "close .",
    ]);
  });
});

it.each(["sent", "dead"] as const)("a request gets its folder %s/ where that is missing", async (place) => {
  const outbox = openFolder(dir);
  const [first, second] = [sampleQuote(), sampleQuote("contact")];
  for (const request of [first, second]) await outbox.update(request);
  await rm(path(place), { recursive: true });
  const move = place === "sent" ? outbox.markSent : outbox.markDead;
  await Promise.all([first, second].map((request) => move(request)));
  expect(await names(place)).toEqual([first, second].map(({ id }) => `${id}.json`).sort());
  expect(await names("new")).toEqual([]);
  expect((await stat(path(place))).mode & 0o777).toBe(0o700);
});

it("an acceptance that the disk does not take is none: the request stays", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  vi.mocked(rename).mockRejectedValueOnce(coded("EIO"));
  await expect(outbox.markSent(sampleQuote())).rejects.toMatchObject({ code: "EIO" });
  expect(await names("new")).toEqual([`${sampleQuote().id}.json`]);
});
