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

it(".env: it is read, with a byte order mark too, and the environment wins", () => {
  const comments = [
    '#SMTP_URL=a#b\nBUSINESS_NAME="Dig #1" # ours\nPORT=3000 # ours\n',
    'BUSINESS_PO_BOX="PO Box #100" #ours\nPORT=3000 # see #5\n#HOST=a #b\n',
    'BUSINESS_STREET=\nBUSINESS_LICENSE="Lic#123"\n',
  ];
  const whole = { status: 0, stdout: "https://dig.example given\n", stderr: "" };
  for (const comment of comments) expect(read(`\uFEFF${SETTINGS}${comment}`)).toEqual(whole);
});

it.each([
  [1, /is in UTF-16, so no setting .* Save it as UTF-8\.\n$/, Buffer.from(`\uFEFF${SETTINGS}`, "utf16le")],
  [1, /^SMTP_URL in .env ends at its #, which .* In a URL write %23; put/, "SMTP_URL=smtps://u:12#w@host"],
  [1, /^TOWN in .env ends at its #/, "TOWN=PO Box#100"],
  [0, /^TOWN in .env ends before its #, which .* If it belongs to the value, put/, "TOWN=PO Box #100"],
])(".env: it ends with %i and says what to do: %s", (status, said, env) => {
  expect(read(env)).toMatchObject({ status, stderr: expect.stringMatching(said) });
});
