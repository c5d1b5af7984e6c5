import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { countsOf, makeReadOutbox } from "~/monitoring/read-outbox.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { purgeFolder } from "~/quote/outbox/folder/purge.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DAY, inMs, MINUTE, sampleQuote } from "../intake/sample-quote";
import { dir, eventsNamed, freshFolder, log, logLines, names, path } from "./folder";

freshFolder();
const HOUR = 60 * MINUTE;

/** Gives a file of the outbox this age. */
const age = (ms: number, ...parts: string[]) =>
  utimes(path(...parts), new Date(Date.now() - ms), new Date(Date.now() - ms));

/** A request in `sent/` that says it was accepted so long ago; its file says another time. */
async function accepted(agoMs: number, fileAgoMs = 0) {
  const outbox = openFolder(dir, { log });
  await outbox.update(sampleQuote());
  await outbox.markSent({
    ...sampleQuote(),
    sent: { at: inMs(-agoMs), channel: "forward", class: "accepted" },
  });
  await age(fileAgoMs, "sent", `${sampleQuote().id}.json`);
  return outbox;
}

it.each([
  ["29 days ago is kept", 29 * DAY, 0, 1],
  ["31 days ago is deleted, though a backup gave its file today's time", 31 * DAY, 0, 0],
  ["today is kept, though a clock that was 60 days behind has touched its file", MINUTE, 60 * DAY, 1],
])("purge: a quote that was accepted %s", async (_, agoMs, fileAgoMs, kept) => {
  const outbox = await accepted(agoMs, fileAgoMs);
  await Promise.all([outbox.purge(), outbox.purge()]);
  expect(await names("sent")).toHaveLength(kept);
  expect(eventsNamed("outbox.future")).toEqual([]);
});

it("purge: nothing is deleted and the log says so when the clock went back", async () => {
  const outbox = await accepted(-60 * DAY);
  await outbox.purge();
  const advice = expect.stringContaining("Check this machine's clock");
  expect(logLines).toContainEqual(["warn", "outbox.future", { count: 1, advice }]);
  expect(await names("sent")).toHaveLength(1);
});

it("purge: the newest are kept when too many were sent", async () => {
  await openFolder(dir).probe();
  for (let days = 0; days < 5; days++) {
    // Named so that the oldest is first in the list, then the youngest.
    await writeFile(path("sent", `${(days + 1) % 5}.json`), "{}");
    await age(days * DAY, "sent", `${(days + 1) % 5}.json`);
  }
  await purgeFolder(dir, 30, log, 3);
  expect(await names("sent")).toEqual(["1.json", "2.json", "3.json"]);
});

it("purge: only test and half-written files are deleted when they are a day old", async () => {
  const outbox = openFolder(dir);
  await outbox.update(sampleQuote());
  await outbox.markDead(gaveUp(sampleQuote("contact"), new Date()));
  // One that cannot be deleted keeps none of the others.
  await mkdir(path("tmp", "a-folder"));
  const files = ["new/probe-0123.json", "tmp/old.json", "new/note.txt", "tmp/young.json"];
  for (const file of files) await writeFile(path(file), "{}");
  for (const folder of ["new", "dead", "tmp"])
    for (const name of await names(folder)) await age(25 * HOUR, folder, name);
  await age(23 * HOUR, "tmp", "young.json");
  await outbox.purge();
  expect(countsOf(await makeReadOutbox(outbox)(new Date()))).toMatchObject({
    waiting: 1,
    dead: 1,
    damaged: 0,
  });
  expect(await names("new")).toEqual(expect.arrayContaining(["note.txt"]));
  expect([await names("new"), await names("tmp")].flat()).toHaveLength(4);
  expect((await stat(path("tmp"))).isDirectory()).toBe(true);
});
