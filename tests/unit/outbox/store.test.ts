import { rename, rm, stat, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createQuote, STATUSES } from "~/quote/lifecycle/stored-quote.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { find } from "~/quote/outbox/read-all.server";
import { REQUEST, sampleQuote } from "../intake/sample-quote";
import { at, dir, freshFolder, names } from "./folder";

freshFolder();
const { id } = sampleQuote();
const FILE = `${id}.json`;

it("the same request, stored twice at once, is one whole file for its owner alone, and nothing else is left", async () => {
  const outbox = openFolder(dir);
  await Promise.all([outbox.update(sampleQuote()), openFolder(dir).update(sampleQuote())]);
  expect([await names("new"), await names("tmp")]).toEqual([[FILE], []]);
  expect(await outbox.read(id)).toEqual(sampleQuote());
  expect((await stat(at("new", FILE))).mode & 0o777).toBe(0o600);
});

it("a request that is accepted is kept with the note of who took it, by both of two that say so, or not at all for 0 days", async () => {
  const [outbox, other] = [openFolder(dir), openFolder(dir)];
  const sent = { at: "2026-05-01T12:15:00.000Z", channel: "mail", class: "mail-accepted" };
  await outbox.update(sampleQuote());
  for (const each of [outbox, other]) await each.markSent({ ...sampleQuote(), sent });
  expect((await find(id, outbox)).request).toMatchObject({ ...sampleQuote(), sent });
  expect([await names("new"), await names("sent")]).toEqual([[], [FILE]]);
  await rm(at("sent", FILE));
  await outbox.update(sampleQuote());
  await openFolder(dir, { keepSentDays: 0 }).markSent({ ...sampleQuote(), sent });
  expect([await names("new"), await names("sent")]).toEqual([[], []]);
});

it("a request without the note, as an earlier version or a kill leaves it, was taken by the forwarding service as it came", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  await rename(at("new", FILE), at("sent", FILE));
  const { request } = await find(id, outbox);
  expect(request?.sent).toEqual({ at: sampleQuote().receivedAt, channel: "forward", class: "accepted" });
});

it("a request that was given up starts afresh where it is moved back by hand", async () => {
  const outbox = openFolder(dir);
  const forward = { count: 9, at: "2026-05-14T12:00:00.000Z", class: "throttled" };
  await outbox.update(sampleQuote());
  const tried = { ...sampleQuote(), waitingSince: "2026-05-01T12:00:00.000Z", tries: { forward } };
  await outbox.markDead(gaveUp(tried, new Date("2026-05-15T12:00:00Z")));
  await rename(at("dead", FILE), at("new", FILE));
  const dead = { at: "2026-05-15T12:00:00.000Z" };
  expect(await outbox.read(id)).toEqual({ ...sampleQuote(), dead });
});

it("a place that cannot be written is no durable one, each of the three, and nothing stays half-written", async () => {
  await openFolder(dir).probe();
  for (const place of STATUSES) {
    await rm(at(place), { recursive: true });
    // A file where a folder should be: root, too, cannot write into it.
    await writeFile(at(place), "");
    await expect(openFolder(dir).probe(), place).rejects.toThrow(/ENOTDIR|EEXIST/);
    await rm(at(place));
  }
  await rm(at("new"), { recursive: true });
  await writeFile(at("new"), "");
  await expect(openFolder(dir).update(sampleQuote())).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(at("new"));
  await openFolder(dir).probe();
  for (const folder of [...STATUSES, "tmp"]) expect(await names(folder), folder).toEqual([]);
});

it("when too many wait for the memory a new request is refused, and one of those is stored again", async () => {
  const outbox = openFolder(dir, { maxWaiting: 1 });
  await outbox.update(sampleQuote());
  await outbox.snapshot();
  await outbox.update(sampleQuote());
  await expect(outbox.update(sampleQuote("contact"))).rejects.toMatchObject({ code: "EFULL" });
  await expect(outbox.probe()).rejects.toMatchObject({ code: "EFULL" });
  expect(await names("new")).toEqual([FILE]);
});

it("another form, another field or another key is another id, which nobody can guess", () => {
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
