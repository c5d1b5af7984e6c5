import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { requestsIn } from "~/quote/outbox/find.server";
import { type FolderOutbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { sampleRequest } from "../submit/sample-request";

let dir: string;
let outbox: FolderOutbox;
const [first, second] = [sampleRequest("quote"), sampleRequest("contact")];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  outbox = openOutbox(dir);
  await outbox.store(first);
  await outbox.moveToDead(second, new Date());
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function all(from: Outbox) {
  const found = [];
  for await (const { place, id, problem } of requestsIn([from])) found.push([place, id, problem]);
  return found.sort();
}
/** An outbox whose disk says this of the first request's file. */
const refusing = (error: Error): Outbox => ({
  ...outbox,
  text: (place, id) => (id === first.id ? Promise.reject(error) : outbox.text(place, id)),
});

it("a file that cannot be read, and one that is damaged, are found with the reason, and so is what comes after them", async () => {
  const refused = Object.assign(new Error("permission denied"), { code: "EACCES" });
  await writeFile(join(dir, "dead", "half.json"), '{"id":');
  expect(await all(refusing(refused))).toEqual([
    ["dead", second.id, undefined],
    ["dead", "half", "is damaged"],
    ["new", first.id, "cannot be read (EACCES)"],
  ]);
});

it("a folder that cannot be read is found as one file, and the others are read", async () => {
  await rm(join(dir, "sent"), { recursive: true });
  await writeFile(join(dir, "sent"), "");
  expect(await all(outbox)).toEqual([
    ["dead", second.id, undefined],
    ["new", first.id, undefined],
    ["sent", "*", "cannot be read (ENOTDIR)"],
  ]);
});

it("a disk that hangs is not taken for a file that cannot be read", async () => {
  await expect(all(refusing(new DiskTimeout()))).rejects.toMatchObject({ code: "ETIMEDOUT" });
});
