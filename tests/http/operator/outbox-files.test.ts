import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { inMs, sampleQuote } from "../../unit/quote/intake/sample-quote";
import { dir, freshFolder, names, path } from "../../unit/quote/outbox/folder";
import { runCommand } from "./run-command";

/** The outbox command over files that no site touches. */

freshFolder();
const outbox = () => openFolder(dir);
const run = (...args: string[]) => runCommand("outbox", args, { OUTBOX_DIR: dir });
const file = (place: Status, id: string) => path(place, `${id}.json`);
/** A request of its own, by this person. */
const from = (email: string, additionalNotes = "", phone = "(269) 555-0188") =>
  sampleQuote("quote", { email, additionalNotes, phone });
const [mine, other] = [from("Renee@Example.com"), from("other@example.com", "", "(269) 555-0199")];

async function send(request: StoredQuote) {
  await outbox().update(request);
  await outbox().markSent(request);
}
const giveUp = (request: StoredQuote) => outbox().markDead(gaveUp(request, new Date()));
/** The text of a request with a comma too many, as an editor leaves it. */
const damaged = (request: StoredQuote) => JSON.stringify(request).replace(/}$/, ",}");

it("outbox erase: what one person sent is deleted everywhere, by email or phone, when it is confirmed", async () => {
  await giveUp(mine);
  await send(mine);
  await outbox().update(from("renee@example.com", "Another"));
  await send(from("another@example.com"));
  await send(other);
  const asked = await run("erase", "1 (269) 555 0188");
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was deleted.") });
  expect(asked.out + asked.err).not.toMatch(/renee/i);
  const erased = await run("erase", "RENEE@example.com", "--yes");
  expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/^2 deleted\n$/m), err: "" });
  expect(await names("sent")).toHaveLength(2);
  expect((await run("erase", "269.555.0188", "--yes")).out).toMatch(/^1 deleted\n$/m);
  const left = [await names("new"), await names("sent"), await names("dead")];
  expect(left).toEqual([[], [`${other.id}.json`], []]);
  expect(await run("erase", "nobody@example.com")).toEqual({ code: 0, out: "0 deleted\n", err: "" });
});

it("outbox erase: it goes on and names the file when one cannot be deleted or read", async () => {
  const second = from("renee@example.com", "Another");
  for (const request of [mine, second]) await giveUp(request);
  await mkdir(file("sent", mine.id), { recursive: true });
  await writeFile(file("dead", other.id), damaged(mine));
  const copy = `copy of ${second.id}`;
  await writeFile(file("dead", copy), JSON.stringify(second));
  const { code, out, err } = await run("erase", "renee@example.com", "--yes");
  expect(code).toBe(1);
  const deleted = ["2 deleted", ...[`${second.id} deleted`, `${copy} deleted`].sort()];
  expect(out.match(/^.* deleted$/gm)?.sort()).toEqual(deleted);
  for (const path of [file("sent", mine.id), file("dead", other.id)])
    expect(err).toContain(`${path} is damaged\n`);
  expect(err).toContain(`unlink '${file("sent", mine.id)}'`);
  const advice = "They may hold this person's data: check them, and delete those that do.";
  expect(err).toContain(`Files that could not be read: 3. ${advice}\n`);
  expect(await names("dead")).toEqual([`${other.id}.json`]);
});

it("outbox list: waiting, partial and damaged files are counted apart, as by the doctor", async () => {
  await outbox().update(mine);
  const accepted = { count: 1, at: mine.receivedAt, class: "accepted", accepted: true as const };
  await outbox().update({ ...other, tries: { mail: accepted } });
  await writeFile(file("new", "half"), damaged(mine));
  await writeFile(file("new", `copy of ${mine.id}`), JSON.stringify(mine));
  const { code, out, err } = await run("list");
  expect(out.match(/^\S.*/gm)).toEqual(["1 waiting", "1 partial", "2 damaged", "0 sent", "0 dead"]);
  expect(out).toContain(`  ${other.id}  received ${other.receivedAt}  mail: accepted ${mine.receivedAt}\n`);
  expect(out).toContain(`  copy of ${mine.id}  is damaged: it is not named by its id\n`);
  expect(err).toContain(`${file("new", "half")} is damaged\n`);
  expect(code).toBe(1);
});

/** `NODE_OPTIONS` for a process that may not read this file. Root may read all. */
const forbidden = (path: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
const real = promises.readFile;
promises.readFile = async (path, ...rest) => {
  if (path === "${path}") throw Object.assign(new Error("no"), { code: "EACCES" });
  return real(path, ...rest);
};
syncBuiltinESMExports();`)}`;

it("outbox command: the file is named, the rest goes on and it can be deleted when one cannot be read", async () => {
  const third = from("third@example.com");
  for (const request of [mine, other]) await send(request);
  for (const request of [third, from("fourth@example.com")]) await outbox().update(request);
  const without = (file: string, ...args: string[]) =>
    runCommand("outbox", args, { OUTBOX_DIR: dir, NODE_OPTIONS: forbidden(file) });
  const failed = (file: string) => ({ code: 1, err: `${file} cannot be read (EACCES)\n` });
  const sent = file("sent", other.id);

  const listed = await without(sent, "list", "--json");
  expect(listed).toMatchObject(failed(sent));
  expect(JSON.parse(listed.out)).toMatchObject({ waiting: [{ form: "quote" }, {}], dead: [] });
  const exported = await without(sent, "export");
  expect(exported).toMatchObject(failed(sent));
  expect(exported.out.match(/\w+@/g)?.sort()).toEqual(["Renee@", "fourth@", "third@"]);
  const retried = await without(file("new", third.id), "now", "all");
  expect(retried).toMatchObject(failed(file("new", third.id)));
  expect(retried.out).toContain("\n1 due now\n");
  expect(await without(sent, "show", other.id)).toEqual({ ...failed(sent), out: "" });
  expect(await without(sent, "forget", other.id)).toMatchObject({ code: 0 });
  expect(await names("sent")).toEqual([`${mine.id}.json`]);
});

it("outbox command: all other ids are handled and the status is 1 when one is wrong", async () => {
  const [second, fourth] = [from("second@example.com"), from("fourth@example.com")];
  // An older copy of one that waits, and a file that is not named by its id.
  await send(mine);
  for (const request of [mine, second]) await outbox().update({ ...request, heldUntil: inMs(60_000) });
  for (const request of [other, fourth]) await giveUp(request);
  const copy = "f".repeat(32);
  await writeFile(file("sent", copy), JSON.stringify(mine));
  const wrong = ["meta", "0".repeat(32)];
  const refused = (ids: string[], why: string) => ids.map((id) => `${id} ${why}.\n`).join("");
  expect(await run("show", "meta")).toMatchObject({ code: 1, err: "There is no request meta.\n" });

  const now = await run("now", ...wrong, mine.id, second.id);
  const err = refused(wrong, "is not waiting, or is damaged: see `list`, or use `again`");
  expect(now).toEqual({ code: 1, out: `${mine.id} due now\n${second.id} due now\n2 due now\n`, err });
  for (const { id } of [mine, second]) expect((await outbox().read(id))?.heldUntil).toBeUndefined();

  const unsent = [...wrong, copy, second.id, mine.id];
  const again = await run("again", other.id, ...unsent, fourth.id, "--json");
  const why = "was neither sent nor given up, or is damaged: see `list`, or use `now`";
  expect(again).toMatchObject({ code: 1, err: refused(unsent, why) });
  expect(JSON.parse(again.out)).toEqual({ ids: [other.id, fourth.id] });
  const left = [await names("dead"), await names("new"), await names("sent")];
  expect(left.map(({ length }) => length)).toEqual([0, 4, 2]);

  const forgotten = await run("forget", mine.id, ...wrong, second.id, mine.id);
  const out = `${mine.id} deleted\n${second.id} deleted\n2 deleted\n`;
  expect(forgotten).toEqual({ code: 1, out, err: refused(wrong, "is not there") });
  expect([(await names("new")).length, await names("sent")]).toEqual([2, [`${copy}.json`]]);
});

it("outbox export: a spreadsheet reads every character and runs no cell; JSON has what can be read", async () => {
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
  for (const sign of signs) await outbox().update(from("renee@example.com", `${sign}1+1`));
  await send(sampleQuote("quote", { fullName: "José", additionalNotes: 'one = "two"\r\nthree\tfour\rfive' }));
  // A setting whose name is mistyped is named, without its value.
  const mistyped = { OUTBOX_DIR: dir, FORWARD_ULR: "https://s3cret.example" };
  const { out, err } = await runCommand("outbox", ["export"], mistyped);
  expect(err).toBe("FORWARD_ULR is not a setting. Did you mean FORWARD_URL?\n");
  expect(out).toMatch(/^\uFEFF"id","state","receivedAt","form","fullName",.*,"sentAt","sentBy"\n/);
  expect(out).toContain('"José"');
  expect(out).toContain('"one = ""two""\nthree\tfour\nfive"');
  for (const sign of signs) expect(out).toContain(`"'${sign}1+1"`);
  // The rest goes on when a folder cannot be read.
  await rm(path("dead"), { recursive: true });
  await writeFile(path("dead"), "");
  const exported = await run("export", "--json");
  const unread = `${join(path("dead"), "*.json")} cannot be read (ENOTDIR)\n`;
  expect(exported).toMatchObject({ code: 1, err: unread });
  const rows = JSON.parse(exported.out);
  expect(rows).toHaveLength(9);
  expect(rows).toContainEqual(
    expect.objectContaining({ state: "sent", fullName: "José", sentBy: "forward" }),
  );
});

it("outbox show: control and direction characters are escapes, as in the file", async () => {
  const steering = "\u007f\u0080\u009b31m\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069";
  const escaped = "\\u007f\\u0080\\u009b31m\\u009f\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069";
  const request = from("renee@example.com", `Renée ${steering} 水`);
  await outbox().update(request);
  const { out } = await run("show", request.id);
  for (const shown of [await readFile(file("new", request.id), "utf8"), out]) {
    expect(shown).toContain(`"Renée ${escaped} 水"`);
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  }
  expect((await outbox().read(request.id))?.request).toEqual(request.request);
});
