import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FolderOutbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Place } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../../unit/submit/sample-request";
import { runOutbox } from "./run-outbox";

/** The outbox command over files that no site touches. */

let dir: string;
let outbox: FolderOutbox;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  outbox = openOutbox(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const run = (...args: string[]) => runOutbox(dir, args);
const at = (place: Place, id: string) => join(dir, place, `${id}.json`);
const names = async (place: Place) => (await readdir(join(dir, place))).sort();
/** A request of its own, by this person. */
const from = (email: string, notes = "") => sampleRequest("quote", { email, additionalNotes: notes });
const [mine, other] = [from("renee@example.com"), from("other@example.com")];

async function send(request: StoredRequest) {
  await outbox.store(request);
  await outbox.accept(request);
}
const giveUp = (request: StoredRequest) => outbox.moveToDead(request, new Date());
/** The text of a request with a comma too many, as an editor leaves it. */
const damaged = (request: StoredRequest) => JSON.stringify(request).replace(/}$/, ",}");

describe("erase", () => {
  it("deletes a person's request from each place that holds it", async () => {
    await giveUp(mine);
    await send(mine);
    await send(other);
    const { code, out, err } = await run("erase", "renee@example.com", "--yes");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(`${mine.id} was deleted\n1 deleted\n`);
    expect([await names("dead"), await names("sent")]).toEqual([[], [`${other.id}.json`]]);
  });

  it("deletes a copy that is not named by its id, too", async () => {
    await giveUp(mine);
    await writeFile(at("dead", `copy of ${mine.id}`), JSON.stringify(mine));
    const { out } = await run("erase", "renee@example.com", "--yes");
    expect(out).toContain("2 deleted\n");
    expect(await names("dead")).toEqual([]);
  });

  it("goes on after a file that cannot be deleted, and says which one stayed", async () => {
    await giveUp(mine);
    await mkdir(at("sent", mine.id), { recursive: true });
    const second = from("renee@example.com", "Another");
    await giveUp(second);
    const { code, out, err } = await run("erase", "renee@example.com", "--yes");
    expect(code).toBe(1);
    expect(await names("dead")).toEqual([]);
    expect(out).toBe(`${second.id} was deleted\n1 deleted\n`);
    expect(err).toContain(`unlink '${at("sent", mine.id)}'`);
  });

  it("names the files that it could not read, in which this person may be", async () => {
    await send(mine);
    await writeFile(at("dead", other.id), damaged(mine));
    await mkdir(at("sent", other.id));
    const { code, out, err } = await run("erase", "renee@example.com", "--yes");
    expect({ code, out }).toEqual({ code: 1, out: `${mine.id} was deleted\n1 deleted\n` });
    expect(err.split("\n")).toEqual([
      `${at("sent", other.id)} is damaged`,
      `${at("dead", other.id)} is damaged`,
      "Files that could not be read: 2. They may hold this person's data: check them, and delete those that do.",
      "",
    ]);
    expect(existsSync(at("dead", other.id))).toBe(true);
  });
});

it("the list counts what waits, is partial, or is damaged apart, as the doctor does", async () => {
  await outbox.store(mine);
  const accepted = { count: 1, at: mine.receivedAt, class: "accepted", accepted: true as const };
  await outbox.store({ ...other, tries: { mail: accepted } });
  await writeFile(at("new", "half"), damaged(mine));
  await writeFile(at("new", `copy of ${mine.id}`), JSON.stringify(mine));
  const { code, out, err } = await run("list");
  expect(out.match(/^\S.*/gm)).toEqual(["1 waiting", "1 partial", "2 damaged", "0 sent", "0 dead"]);
  expect(out).toContain(`  copy of ${mine.id}  is damaged: it is not named by its id\n`);
  expect(err).toContain(`${at("new", "half")} is damaged\n`);
  expect(code).toBe(1);
});

/** `NODE_OPTIONS` for a process that may not read this file. Root may read all. */
const forbidden = (file: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
const real = promises.readFile;
promises.readFile = async (path, ...rest) => {
  if (path === "${file}") throw Object.assign(new Error("no"), { code: "EACCES" });
  return real(path, ...rest);
};
syncBuiltinESMExports();`)}`;

describe("a file that cannot be read", () => {
  const without = (file: string, ...args: string[]) =>
    runOutbox(dir, args, { NODE_OPTIONS: forbidden(file) });
  beforeEach(async () => {
    await send(other);
    await send(mine);
    await outbox.store(from("third@example.com"));
  });

  it("stops no list, export or retry, and is named", async () => {
    const err = `${at("sent", other.id)} cannot be read (EACCES)\n`;
    const listed = await without(at("sent", other.id), "list", "--json");
    expect(listed).toMatchObject({ code: 1, err });
    expect(JSON.parse(listed.out)).toMatchObject({ waiting: [{ form: "quote" }], dead: [] });
    const exported = await without(at("sent", other.id), "export");
    expect(exported).toMatchObject({ code: 1, err });
    expect(exported.out).toContain(mine.id);
    expect(exported.out).toContain("third@example.com");
    const waiting = from("third@example.com").id;
    await outbox.store(from("fourth@example.com"));
    const retried = await without(at("new", waiting), "now", "all");
    expect(retried).toMatchObject({ code: 1, err: `${at("new", waiting)} cannot be read (EACCES)\n` });
    expect(retried.out).toContain("Due now: 1. The running site sends them.\n");
  });

  it("is said to be so where it is shown, and can be deleted all the same", async () => {
    const shown = await without(at("sent", other.id), "show", other.id);
    expect(shown).toEqual({ code: 1, out: "", err: `${at("sent", other.id)} cannot be read (EACCES)\n` });
    expect(await without(at("sent", other.id), "forget", other.id)).toMatchObject({ code: 0 });
    expect(await names("sent")).toEqual([`${mine.id}.json`]);
  });

  it("may be a whole folder", async () => {
    await rm(join(dir, "dead"), { recursive: true });
    await writeFile(join(dir, "dead"), "");
    const { code, out, err } = await run("export");
    expect({ code, err }).toEqual({ code: 1, err: `${at("dead", "*")} cannot be read (ENOTDIR)\n` });
    expect(out.match(/@example\.com/g)).toHaveLength(3);
  });
});

describe("several ids", () => {
  const second = from("second@example.com");
  const unknown = "0".repeat(32);

  it("are all made due, sent again, or deleted; one that is wrong stops none, and the status is 1", async () => {
    const heldUntil = new Date(Date.now() + 60_000).toISOString();
    for (const request of [mine, second]) await outbox.store({ ...request, heldUntil });
    for (const request of [other, from("fourth@example.com")]) await giveUp(request);
    const err = `meta is not an id: an id has 32 digits, 0 to 9 and a to f.\nThere is no request ${unknown}.\n`;
    const wrong = ["meta", unknown];

    const now = await run("now", ...wrong, mine.id, second.id);
    expect(now).toEqual({ code: 1, out: `${mine.id} is due now\n${second.id} is due now\n`, err });
    for (const { id } of [mine, second]) expect((await outbox.read(id))?.heldUntil).toBeUndefined();

    const again = await run("again", other.id, ...wrong, from("fourth@example.com").id, "--json");
    expect(again).toMatchObject({ code: 1, err });
    expect(JSON.parse(again.out)).toEqual({ ids: [other.id, from("fourth@example.com").id] });
    expect([await names("dead"), (await names("new")).length]).toEqual([[], 4]);

    const forgotten = await run("forget", mine.id, ...wrong, second.id, mine.id);
    expect(forgotten).toEqual({ code: 1, out: `${mine.id} was deleted\n${second.id} was deleted\n`, err });
    expect(await names("new")).toHaveLength(2);
  });
});

it("a spreadsheet reads the export's accents and tabs, and runs none of its cells", async () => {
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
  for (const sign of signs) await outbox.store(from("renee@example.com", `${sign}1+1`));
  await outbox.store(sampleRequest("quote", { fullName: "José", additionalNotes: "one\ttwo" }));
  const { out } = await run("export");
  expect(out).toMatch(/^\uFEFF"id",/);
  expect(out).toContain('"José"');
  expect(out).toContain('"one\ttwo"');
  for (const sign of signs) expect(out).toContain(`"'${sign}1+1"`);
});
