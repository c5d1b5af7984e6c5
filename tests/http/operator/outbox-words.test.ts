import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FolderOutbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import { BARE_ENV } from "../../clock.mjs";
import { sampleRequest } from "../../unit/submit/sample-request";
import { runCommand } from "./run-command";

/** What the outbox command is told, and where it is started. */

let dir: string;
let outbox: FolderOutbox;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  outbox = openOutbox(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const runOutbox = (OUTBOX_DIR: string, args: string[], more = {}) =>
  runCommand("outbox", args, { OUTBOX_DIR, ...more });
const [mine, other] = [sampleRequest("quote"), sampleRequest("contact")];

describe("what the outbox command does not understand", () => {
  it.each(["-h", "help", "forget --help"])("%s: prints what it understands", async (words) => {
    await outbox.store(mine);
    const { code, out, err } = await runOutbox(dir, words.split(" "));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/export +all requests in full, as CSV\n/);
    expect(await readdir(join(dir, "new"))).toHaveLength(1);
  });

  it.each([
    [["purge", "--sned"], "--sned"],
    [["erase", "renee@example.com", "--yes=false"], "--yes"],
    [["lsit"], "lsit"],
    [["toString"], "toString"],
    [["erase", "269", "555", "0188", "--yes"], "555"],
    [["show", mine.id, other.id], other.id],
    [["purge", "all"], "all"],
    [["forget"], "forget"],
  ])("%j: names the word, changes nothing, and ends with 2", async (args, word) => {
    await outbox.store(mine);
    const { code, out, err } = await runOutbox(dir, args, { KEEP_SENT_DAYS: "0" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(word);
    expect(await readdir(join(dir, "new"))).toHaveLength(1);
  });
});

it.each([["list"], ["export"], ["again", mine.id], ["purge"]])(
  "`%s` where there is no outbox says so, and makes none",
  async (...args) => {
    // A folder that is something else, or whose volume is not mounted, and one that is not there.
    for (const folder of [await mkdtemp(join(dir, "not-mounted-")), join(dir, "mistyped")]) {
      const said = { code: 1, out: "", err: `There is no outbox in ${folder}.\n` };
      expect(await runOutbox(folder, args)).toEqual(said);
    }
    expect((await readdir(dir, { recursive: true })).join()).toMatch(/^not-mounted-\w+$/);
  },
);

it("a setting whose name is mistyped is named, without its value", async () => {
  await outbox.store(mine);
  const { code, err } = await runOutbox(dir, ["list"], { FORWARD_ULR: "https://s3cret.example" });
  expect({ code, err }).toEqual({
    code: 0,
    err: "FORWARD_ULR is not a setting. Did you mean FORWARD_URL?\n",
  });
});

describe("in a pipe", () => {
  const shell = (command: string) =>
    promisify(execFile)("sh", ["-c", command], { env: { ...process.env, ...BARE_ENV, OUTBOX_DIR: dir } });

  it("the export ends quietly when its reader has enough", async () => {
    for (let n = 0; n < 60; n++)
      await outbox.moveToDead(
        sampleRequest("quote", { additionalNotes: `${n}${" and more".repeat(200)}` }),
        new Date(),
      );
    const { stdout, stderr } = await shell("node build/outbox.js export | head -1");
    expect(stdout).toContain('"id","state"');
    expect(stderr).toBe("");
  });

  it("the guide's commands print CSV and JSON, and nothing before it", async () => {
    await outbox.store(mine);
    const guide = readFileSync("docs/operating.md", "utf8");
    const [csv = "", json = ""] = [...guide.matchAll(/^(npm run --silent outbox -- .*?) *[>#]/gm)].map(
      ([, command = ""]) => command,
    );
    expect((await shell(csv)).stdout).toMatch(/^\uFEFF"id","state"/);
    expect(JSON.parse((await shell(json)).stdout)).toMatchObject({ waiting: [{ id: mine.id }] });
  });
});
