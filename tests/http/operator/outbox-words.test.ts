import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { BARE_ENV } from "../../clock.mjs";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { dir, freshFolder, names, path } from "../../unit/quote/outbox/folder";
import { runCommand } from "./run-command";
import { NOBODY, noOtherUser } from "./surroundings";

/** What the outbox command is told, where it is started, and by whom. */

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
  for (const words of ["list", "export", `again ${mine.id}`]) {
    const folder = words === "list" ? other : mistyped;
    const printed = { code: 1, out: "", err: `There is no outbox in ${folder}.\n` };
    expect(await runOutbox(folder, words.split(" "))).toEqual(printed);
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

/** A site's outbox, which runs as another user. Returns what runs a command there, as root if not told otherwise. */
async function makeForeign() {
  await openFolder(dir).update(mine);
  execFileSync("chown", ["--recursive", `${NOBODY}:${NOBODY}`, path("../../..")]);
  return (program: "doctor" | "outbox", args: string[] = [], uid = 0) =>
    runCommand(program, args, { OUTBOX_DIR: dir }, undefined, uid);
}
const unreadable = () => `the site's status cannot be read in ${dir} (EACCES).`;

it.skipIf(noOtherUser)(
  "commands: the site can read what root wrote, and root's doctor what the owner can",
  async () => {
    const run = await makeForeign();
    expect((await run("outbox", ["now", "all"])).code).toBe(0);
    const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
    const foreign = files.filter((name) => statSync(path(name)).uid !== NOBODY);
    expect([files.length > 5, foreign]).toEqual([true, []]);
    chmodSync(dir, 0o000);
    expect((await run("doctor")).out).toContain(unreadable());
  },
);

it.skipIf(noOtherUser)(
  "commands: the advice is to be the owner or root when another user runs one",
  async () => {
    const run = await makeForeign();
    const err = `${dir} cannot be read (EACCES). Run this as its owner or as root.\n`;
    expect(await run("outbox", [], NOBODY - 1)).toEqual({ code: 1, out: "", err });
    const advice = "Run the doctor as root, or as the folder's owner";
    expect((await run("doctor", [], NOBODY - 1)).out).toContain(`${unreadable()} ${advice}`);
  },
);
