import { mkdir, rm, stat } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { makeCoalescedFsync } from "~/quote/outbox/folder/coalesced-fsync.server";
import { makeFolders } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { type FolderStore, openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../intake/sample-quote";
import { dir, freshFolder, names, path } from "./folder";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

freshFolder();
const { id } = sampleQuote();
const byMail = {
  ...sampleQuote(),
  sent: { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" },
};

const moved = (from: string, to: string, name = id) =>
  `rename ${from}/${from === "tmp" ? "*" : name}.json to ${to}/${name}.json`;
/** A file that a power cut cannot undo: flushed before it gets its name, and its folder after that. */
const written = (folder: string, name = id) => [
  ...["write tmp/*.json, flushed", moved("tmp", folder, name), `flush ${folder}`],
];
const PROBED = [moved("new", "sent", "probe-*"), moved("sent", "dead", "probe-*")];

it.each<[what: string, act: (outbox: FolderStore) => Promise<unknown>, steps: string[]]>([
  ["stored", (outbox) => outbox.update(sampleQuote()), written("new")],
  // It is moved, without space, before it says who took it; nobody waits for that to be flushed.
  [
    "sent",
    (outbox) => outbox.markSent(byMail),
    [moved("new", "sent"), "write tmp/*.json", moved("tmp", "sent")],
  ],
  ["given up", (outbox) => outbox.markDead(sampleQuote()), [...written("dead"), `unlink new/${id}.json`]],
  // It is never in two folders.
  [
    "put back by the operator",
    (outbox) => outbox.edit(id, "new", (quote) => quote, "dead"),
    [...written("new"), moved("new", "dead"), "flush dead"],
  ],
  [
    "tested, as a quote is stored, in each folder",
    (outbox) => outbox.probe(),
    [...written("new", "probe-*"), ...PROBED, "unlink dead/probe-*.json"],
  ],
])("durability: a power cut loses nothing when a quote or the disk is %s", async (what, act, expected) => {
  const outbox = openFolder(dir);
  await outbox.probe();
  if (what !== "stored") await outbox.update(sampleQuote());
  watchFrom(dir);
  await act(outbox);
  expect(steps).toEqual(expected);
});

it("durability: the next flush is a new one when the last one never had its turn", async () => {
  await openFolder(dir).probe();
  watchFrom(dir);
  const flush = makeCoalescedFsync(path("new"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const late = Promise.allSettled([disk(() => held), disk(() => held), flush()]);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  expect(await late).toMatchObject(Array(3).fill({ reason: { code: "ETIMEDOUT" } }));
  letGo();
  await held;
  await flush();
  expect(steps).toEqual(["flush new"]);
});

it("durability: new folders are flushed up to the one that was there, none when all are there", async () => {
  const outbox = path("volume", "site", "outbox");
  await mkdir(path("volume"), { recursive: true });
  watchFrom(outbox);
  await makeFolders(outbox);
  expect(steps).toEqual(["flush .", "flush ..", "flush ../.."]);
  expect((await stat(path("volume", "site"))).mode & 0o777).toBe(0o700);
  watchFrom(outbox);
  await makeFolders(outbox);
  expect(steps).toEqual([]);
});

it.each(["sent", "dead"] as const)("store: %s/ is made for its owner alone when missing", async (status) => {
  const outbox = openFolder(dir);
  const stored: StoredQuote[] = [sampleQuote(), sampleQuote("contact")];
  for (const quote of stored) await outbox.update(quote);
  await rm(path(status), { recursive: true });
  await Promise.all(stored.map(status === "sent" ? outbox.markSent : outbox.markDead));
  expect(await names(status)).toEqual(stored.map((quote) => `${quote.id}.json`).sort());
  expect(await names("new")).toEqual([]);
  expect((await stat(path(status))).mode & 0o777).toBe(0o700);
});
