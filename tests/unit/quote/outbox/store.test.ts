import { rename, rm, stat, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createQuote, STATUSES } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { find } from "~/quote/outbox/read-all.server";
import { REQUEST, sampleQuote } from "../intake/sample-quote";
import { dir, freshFolder, names, path } from "./folder";

freshFolder();
const { id } = sampleQuote();
const FILE = `${id}.json`;

it("store: one whole file for its owner alone when a quote is stored twice at once", async () => {
  const outbox = openFolder(dir);
  await Promise.all([outbox.update(sampleQuote()), openFolder(dir).update(sampleQuote())]);
  expect([await names("new"), await names("tmp")]).toEqual([[FILE], []]);
  expect(await outbox.read(id)).toEqual(sampleQuote());
  expect((await stat(path("new", FILE))).mode & 0o777).toBe(0o600);
});

it("store: a sent quote keeps its receipt, or is deleted when it is kept for 0 days", async () => {
  const [outbox, other] = [openFolder(dir), openFolder(dir)];
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  await outbox.update(sampleQuote());
  for (const each of [outbox, other]) await each.markSent({ ...sampleQuote(), sent });
  expect((await find(id, outbox)).request).toMatchObject({ ...sampleQuote(), sent });
  expect([await names("new"), await names("sent")]).toEqual([[], [FILE]]);
  await rm(path("sent", FILE));
  await outbox.update(sampleQuote());
  await openFolder(dir, { keepSentDays: 0 }).markSent({ ...sampleQuote(), sent });
  expect([await names("new"), await names("sent")]).toEqual([[], []]);
});

it("store: a sent quote was taken by the forwarding service when it has no receipt", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  await rename(path("new", FILE), path("sent", FILE));
  const { request } = await find(id, outbox);
  expect(request?.sent).toEqual({ at: sampleQuote().receivedAt, channel: "forward", class: "accepted" });
});

it("store: the probe fails and leaves nothing when one of its folders cannot be written", async () => {
  await openFolder(dir).probe();
  for (const place of STATUSES) {
    await rm(path(place), { recursive: true });
    // A file where a folder should be: root, too, cannot write into it.
    await writeFile(path(place), "");
    await expect(openFolder(dir).probe(), place).rejects.toThrow(/ENOTDIR|EEXIST/);
    await rm(path(place));
  }
  await rm(path("new"), { recursive: true });
  await writeFile(path("new"), "");
  await expect(openFolder(dir).update(sampleQuote())).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(path("new"));
  await openFolder(dir).probe();
  for (const folder of [...STATUSES, "tmp"]) expect(await names(folder), folder).toEqual([]);
});

it("store: a new quote is refused, and a known one updated, when too many wait", async () => {
  const outbox = openFolder(dir, { maxWaiting: 1 });
  await outbox.update(sampleQuote());
  await outbox.snapshot();
  await outbox.update(sampleQuote());
  await expect(outbox.update(sampleQuote("contact"))).rejects.toMatchObject({ code: "EFULL" });
  await expect(outbox.probe()).rejects.toMatchObject({ code: "EFULL" });
  expect(await names("new")).toEqual([FILE]);
});

it("store: the id is another one when the form, a field or the key is another", () => {
  const ids = [
    id,
    sampleQuote("contact").id,
    sampleQuote("quote", { phone: "1" }).id,
    // What moves from one field into the next is not the same request.
    sampleQuote("quote", { fullName: "a", email: "b" }).id,
    sampleQuote("quote", { fullName: "ab", email: "" }).id,
    createQuote("quote", REQUEST, Buffer.alloc(32, 8), new Date()).id,
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

it("store: a request that was given up is gone when its visitor sends it again", async () => {
  const outbox = openFolder(dir);
  await outbox.markDead(sampleQuote());
  expect(await outbox.insert(sampleQuote())).toBe("inserted");
  expect([await names("new"), await names("dead")]).toEqual([[FILE], []]);
});
