import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { runCommand } from "./run-command";

/** Commands that root runs on the outbox of a site that runs as another user. */

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: only root can run a command on another user's outbox.");

const NOBODY = 65_534;
let dir: string;
let unreadable: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "owner-"));
  unreadable = `the site's status cannot be read in ${dir} (EACCES).`;
  await openFolder(dir).update(sampleQuote());
  if (isRoot) execFileSync("chown", ["--recursive", `${NOBODY}:${NOBODY}`, dir]);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const run = (program: "doctor" | "outbox", args: string[] = [], uid = 0) =>
  runCommand(program, args, { OUTBOX_DIR: dir }, undefined, uid);

it.skipIf(!isRoot)(
  "commands: the site can read what root wrote, and root's doctor what the owner can",
  async () => {
    expect((await run("outbox", ["now", "all"])).code).toBe(0);
    const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
    const foreign = files.filter((name) => statSync(join(dir, name)).uid !== NOBODY);
    expect([files.length > 5, foreign]).toEqual([true, []]);
    chmodSync(dir, 0o000);
    expect((await run("doctor")).out).toContain(unreadable);
  },
);

it.skipIf(!isRoot)("commands: the advice is to be the owner or root when another user runs one", async () => {
  const err = `${dir} cannot be read (EACCES). Run this as its owner or as root.\n`;
  expect(await run("outbox", [], NOBODY - 1)).toEqual({ code: 1, out: "", err });
  const advice = "Run the doctor as root, or as the folder's owner";
  expect((await run("doctor", [], NOBODY - 1)).out).toContain(`${unreadable} ${advice}`);
});
