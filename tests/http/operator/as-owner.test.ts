import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { BARE_ENV } from "../../clock.mjs";
import { sampleRequest } from "../../unit/submit/sample-request";

/** Commands that root runs on the outbox of a site that runs as another user. */

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: only root can run a command on another user's outbox.");

const NOBODY = 65_534;
let dir: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "owner-"));
  await openOutbox(dir).store(sampleRequest());
  if (isRoot) execFileSync("chown", ["--recursive", `${NOBODY}:${NOBODY}`, dir]);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const runAs = (uid: number, ...args: string[]) =>
  spawnSync(process.execPath, args, { env: { ...BARE_ENV, OUTBOX_DIR: dir }, encoding: "utf8", uid });
const run = (...args: string[]) => runAs(0, ...args);

it.skipIf(!isRoot)("what `npm run outbox` writes as root, the site can still read", () => {
  expect(run("build/outbox.js", "now", "all").status).toBe(0);
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
  const foreign = files.filter((name) => statSync(join(dir, name)).uid !== NOBODY);
  expect([files.length > 5, foreign]).toEqual([true, []]);
});

it.skipIf(!isRoot)("root's doctor can read in the outbox what its owner can, and no more", () => {
  chmodSync(join(dir, "key"), 0o000);
  expect(run("build/doctor.js").stdout).toContain(`the key in ${dir} cannot be read (EACCES)`);
});

it.skipIf(!isRoot)("another user is told to run a command as the owner or as root", () => {
  const stderr = `${dir} cannot be read (EACCES). Run this as its owner or as root.\n`;
  expect(runAs(NOBODY - 1, "build/outbox.js")).toMatchObject({ status: 1, stdout: "", stderr });
  const { stdout } = runAs(NOBODY - 1, "build/doctor.js");
  expect(stdout).toContain(
    `the key in ${dir} cannot be read (EACCES), so the site cannot know who is asking. Run the doctor as`,
  );
});
