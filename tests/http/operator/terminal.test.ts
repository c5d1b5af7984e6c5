import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { BARE_ENV } from "../../clock.mjs";
import { startSite } from "../../start-site";
import { FORM, postForm } from "../post";

/** Signs that steer a terminal, or turn the order of what it shows around: C0, DEL, C1, and Unicode's bidi controls. */
const STEERING = "\u007f\u0080\u009b31m\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069";
const ESCAPED = "\\u007f\\u0080\\u009b31m\\u009f\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069";
const ANY = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;
/** Only the notes keep them: a field of one line has none. */
const TYPED = { ...FORM, additionalNotes: `Renée ${STEERING} 水` };

const node = async (args: string[], env: Record<string, string>) => {
  const run = promisify(execFile)(process.execPath, args, {
    env: { ...BARE_ENV, ...env },
  });
  return run.catch((error: { stdout: string }) => error).then(({ stdout }) => stdout);
};

it("a request's file, and npm run outbox, show what a visitor typed without obeying it", async () => {
  const site = await startSite();
  await postForm(site.url, "/quote", TYPED);
  const [request] = await site.waiting();
  const file = execFileSync("cat", [join(site.outboxDir, "new", `${request?.id}.json`)], {
    encoding: "utf8",
  });
  const printed = await node(["build/outbox.js", "show", `${request?.id}`], { OUTBOX_DIR: site.outboxDir });
  for (const shown of [file, printed]) {
    expect(shown).toContain(`"Renée ${ESCAPED} 水"`);
    expect(shown).not.toMatch(ANY);
  }
  expect(request?.request.additionalNotes).toBe(TYPED.additionalNotes);
  await site.end();
});

it("so does the doctor", async () => {
  const shown = await node(["build/doctor.js"], { OUTBOX_DIR: `package.json/${STEERING}` });
  expect(shown).toContain(ESCAPED);
  expect(shown).not.toMatch(ANY);
});
