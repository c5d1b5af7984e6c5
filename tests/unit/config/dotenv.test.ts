import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "dotenv-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program sees of SITE_URL and MAIL_TO, started beside this `.env` with MAIL_TO=given in its environment. */
function read(env: string | Buffer) {
  writeFileSync(join(folder, ".env"), env);
  const see = 'process.env.SITE_URL + " " + process.env.MAIL_TO';
  const args = ["--import", resolve("app/start/dotenv.mjs"), "--print", see];
  const options = { cwd: folder, env: { NODE_ENV: "test", MAIL_TO: "given" }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
}

const SETTINGS = "SITE_URL=https://dig.example\nMAIL_TO=written\n";
const WHOLE = { status: 0, stdout: "https://dig.example given\n", stderr: "" };

it("reads .env; what the environment says already wins", () => {
  expect(read(SETTINGS)).toEqual(WHOLE);
});

it("reads the first setting of a file that an editor for Windows has marked as UTF-8", () => {
  expect(read(`\uFEFF${SETTINGS}`)).toEqual(WHOLE);
});

it("says what to do about a file in UTF-16", () => {
  const stderr = ".env is in UTF-16, so no setting in it can be read. Save it as UTF-8.\n";
  expect(read(Buffer.from(`\uFEFF${SETTINGS}`, "utf16le"))).toEqual({ status: 1, stdout: "", stderr });
});

it("says what to do about a value that # would cut off", () => {
  const stderr =
    "SMTP_URL in .env ends at its #, which begins a comment. In a URL write %23; put any other value in quotation marks.\n";
  expect(read(`${SETTINGS}SMTP_URL=smtps://u:12#w@host\n`)).toEqual({ status: 1, stdout: "", stderr });
  expect(read(`${SETTINGS}#SMTP_URL=a#b\nBUSINESS_NAME="Dig #1" # ours\nPORT=3000 # ours\n`)).toEqual(WHOLE);
});

it("warns of a value that ends before a # which looks like a part of it", () => {
  const stderr =
    "BUSINESS_PO_BOX in .env ends before its #, which begins a comment. If it belongs to the value, put the value in quotation marks.\n";
  expect(read(`${SETTINGS}BUSINESS_PO_BOX=PO Box #100\n`)).toEqual({ ...WHOLE, stderr });
  expect(read(`${SETTINGS}BUSINESS_PO_BOX="PO Box #100" #ours\nPORT=3000 # see #5\n#HOST=a #b\n`)).toEqual(
    WHOLE,
  );
});
