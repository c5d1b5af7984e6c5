import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { BARE_ENV } from "../../clock.mjs";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { dir, freshFolder, names, path } from "../../unit/quote/outbox/folder";
import { runCommand } from "./run-command";

/** What the outbox command is told, and where it is started. */

freshFolder();
const runOutbox = (OUTBOX_DIR: string, args: string[], more = {}) =>
  runCommand("outbox", args, { OUTBOX_DIR, ...more });
const [mine, other] = [sampleQuote("quote"), sampleQuote("contact")];

it.each([
  ["help", 0, "all requests in full, as CSV"],
  ["forget --help", 0, "all requests in full, as CSV"],
  ["list --sned", 2, "--sned"],
  ["erase renee@example.com --yes=false", 2, "--yes"],
  ["lsit", 2, "lsit"],
  ["erase 269 555 0188 --yes", 2, "555"],
  [`show ${mine.id} ${other.id}`, 2, other.id],
  ["list all", 2, "all"],
  ["forget", 2, "forget"],
])("outbox command: `%s` changes nothing, ends with %i and says why", async (words, code, text) => {
  await openFolder(dir).update(mine);
  const printed = await runOutbox(dir, words.split(" "), { KEEP_SENT_DAYS: "0" });
  expect([printed.code, code === 0 ? printed.err : printed.out]).toEqual([code, ""]);
  expect(printed.out + printed.err).toContain(text);
  expect(await names("new")).toHaveLength(1);
});

it("outbox command: it says so and makes none when there is no outbox", async () => {
  // A folder that is something else, or whose volume is not mounted, and one that is not there.
  const [other, mistyped] = [path("other"), path("mistyped")];
  await mkdir(other, { recursive: true });
  for (const [folder, ...args] of [
    [other, "list"],
    [mistyped, "export"],
    [mistyped, "again", mine.id],
  ]) {
    const printed = { code: 1, out: "", err: `There is no outbox in ${folder}.\n` };
    expect(await runOutbox(String(folder), args)).toEqual(printed);
  }
  expect(await readdir(dir, { recursive: true })).toEqual(["other"]);
});

const shell = (command: string) =>
  promisify(execFile)("sh", ["-c", command], { env: { ...process.env, ...BARE_ENV, OUTBOX_DIR: dir } });

it("outbox export: it ends quietly when its reader has enough", async () => {
  const additionalNotes = " and more".repeat(200);
  for (let n = 0; n < 60; n++)
    await openFolder(dir).markDead(
      gaveUp(sampleQuote("quote", { fullName: String(n), additionalNotes }), new Date()),
    );
  const { stdout, stderr } = await shell("node build/outbox.js export | head -1");
  expect([stdout, stderr]).toEqual([expect.stringContaining('"id","state"'), ""]);
});

it("outbox export: CSV and JSON come without anything before them when run as the guide says", async () => {
  await openFolder(dir).update(mine);
  const guide = readFileSync("docs/operating.md", "utf8").matchAll(
    /^(npm run --silent outbox -- .*?) *[>#]/gm,
  );
  const [csv = "", json = ""] = [...guide].map(([, command = ""]) => command);
  expect((await shell(csv)).stdout).toMatch(/^\uFEFF"id","state"/);
  expect(JSON.parse((await shell(json)).stdout)).toMatchObject({ waiting: [{ id: mine.id }] });
});
