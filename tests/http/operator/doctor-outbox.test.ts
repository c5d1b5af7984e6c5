import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod, readdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { freePort, type Site, startSite } from "../../start-site";
import { HANGING_DISK } from "../quote/hanging-disk";
import { runCommand } from "./run-command";
import { heldIn, noOtherUser, serve } from "./surroundings";

/** What the doctor says of the outbox, and of a program or a site that is not the one it belongs to. */

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const makeFolder = () => mkdtempSync(join(folder, "outbox-"));
/** Its key is damaged. */
let site: Site;
beforeAll(async () => {
  const OUTBOX_DIR = makeFolder();
  writeFileSync(join(OUTBOX_DIR, "key"), "not a key");
  site = await startSite({ OUTBOX_DIR });
  await vi.waitFor(async () => expect(await heldIn(OUTBOX_DIR)).toContain("storage.key"));
});
afterAll(async () => {
  await site.end();
  rmSync(folder, { recursive: true });
});

/** What it says, with single blanks. It ends with 1 if something failed. */
async function doctor(settings: Record<string, string>): Promise<string> {
  const { port, outboxDir } = site;
  const env = { HOST: "127.0.0.1", PORT: String(port), OUTBOX_DIR: outboxDir, FORWARD_URL: site.url };
  const { code, out } = await runCommand("doctor", [], { ...env, ...settings });
  expect(code).toBe(/^FAIL/m.test(out) ? 1 : 0);
  return out.replace(/ {2,}/g, " ");
}
async function start(settings: Record<string, string>, through: string[] = []) {
  const other = await startSite(settings, ".", through);
  onTestFinished(other.end);
  return { PORT: String(other.port), SITE_URL: other.url };
}
const healthOf = (dir: string) => readFileSync(join(dir, "health.json"), "utf8");

it("doctor: it says so first, and makes no outbox, when no site runs, or none since a moment ago", async () => {
  const dir = join(folder, "never-started");
  const PORT = String(await freePort());
  expect(await doctor({ PORT, OUTBOX_DIR: dir })).toMatch(
    /^FAIL running site no running site has updated the outbox in .*: nothing responds .*\(ECONNREFUSED\)/,
  );
  expect(existsSync(dir)).toBe(false);
  expect(await doctor({ PORT })).toMatch(
    /^WARN running site version .* ran at .*, but nothing responds on port .*\(ECONNREFUSED\)/,
  );
});

it("doctor: the outbox fails, with advice, when it is a file", async () => {
  const OUTBOX_DIR = join(folder, "file");
  writeFileSync(OUTBOX_DIR, "");
  const { PORT } = await start({ OUTBOX_DIR });
  const said = await doctor({ OUTBOX_DIR, PORT });
  expect(said).toMatch(/^FAIL outbox the site cannot save requests\./);
  expect(said).toMatch(/^FAIL outbox .*\(ENOTDIR\)\. Set OUTBOX_DIR to a folder/m);
});

it("doctor: no outbox is made, and the site cannot save, when its volume is gone", async () => {
  const OUTBOX_DIR = makeFolder();
  const { PORT } = await start({ OUTBOX_DIR });
  await vi.waitFor(() => heldIn(OUTBOX_DIR)); // It looks again in 30 s.
  await rename(OUTBOX_DIR, `${OUTBOX_DIR}-away`);
  mkdirSync(OUTBOX_DIR); // The empty mount point.
  expect(await doctor({ OUTBOX_DIR, PORT })).toMatch(
    /^FAIL running site no running site .*: the site runs, but cannot save requests/m,
  );
  expect(await readdir(OUTBOX_DIR)).toEqual([]);
});

it("doctor: the site fails when it has another outbox; an old health.json is no site's", async () => {
  const OUTBOX_DIR = makeFolder();
  const old = new Date(Date.now() - 4 * 60_000).toISOString();
  const health = { ...JSON.parse(healthOf(site.outboxDir)), at: old };
  writeFileSync(join(OUTBOX_DIR, "health.json"), JSON.stringify(health));
  expect(await doctor({ OUTBOX_DIR })).toMatch(
    `FAIL running site no running site has updated the outbox since ${old}: a site runs, but with another OUTBOX_DIR`,
  );
});

it("doctor: the outbox fails when its disk hangs; what steers a terminal is shown, and not obeyed", async () => {
  // An IPv6 address is one, whether the machine has it or not.
  const OUTBOX_DIR = "/hangs/\u009b31m\u202e";
  expect(await doctor({ HOST: "::1", OUTBOX_DIR, NODE_OPTIONS: HANGING_DISK })).toMatch(
    /^FAIL outbox the site's status cannot be read in \/hangs\/\\u009b31m\\u202e \(ETIMEDOUT\)/m,
  );
});

it.skipIf(noOtherUser)(
  "doctor: the site fails when only root, who runs the doctor, can write to the outbox",
  async () => {
    const OUTBOX_DIR = makeFolder();
    mkdirSync(join(OUTBOX_DIR, "new"));
    await chmod(OUTBOX_DIR, 0o755);
    writeFileSync(join(OUTBOX_DIR, "key"), "0".repeat(64), { mode: 0o600 });
    const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const { PORT } = await start({ OUTBOX_DIR }, as);
    const said = await doctor({ OUTBOX_DIR, PORT });
    expect(said).toMatch(/^FAIL running site .*: the site runs, but cannot save requests/m);
    expect(said).not.toMatch(/^ok outbox /m);
  },
);

it("doctor: another program at its port or SITE_URL fails, and half a health.json is none", async () => {
  const port = await serve((_, answer) => answer.end("hello"));
  const OUTBOX_DIR = makeFolder();
  writeFileSync(join(OUTBOX_DIR, "health.json"), healthOf(site.outboxDir).slice(0, 100));
  const said = await doctor({ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, OUTBOX_DIR });
  expect(said).toMatch(/^FAIL running site .* updated the outbox in .*another program responds on port \d+/m);
  expect(said).toMatch(/^FAIL site .* does not say "ok" \(200\)/m);
});

it("doctor: SITE_URL fails when it leads to an old server with a copy of the outbox", async () => {
  const copy = makeFolder();
  // Without what a look at the disk may just write.
  const isLasting = (path: string) => !/\.sock$|\/tmp\/|\/probe-/.test(path.slice(site.outboxDir.length));
  cpSync(site.outboxDir, copy, { recursive: true, filter: isLasting });
  const { SITE_URL } = await start({ OUTBOX_DIR: copy });
  const said = await doctor({ SITE_URL });
  expect(said).toMatch(/^FAIL site http.* leads to another installation/m);
  expect(said).not.toMatch(/^ok site /m);
});

it("doctor: SITE_URL passes when a proxy gives some requests to another copy over the same outbox", async () => {
  const { instance } = JSON.parse(healthOf(site.outboxDir));
  let asked = 0;
  const port = await serve(({ url }, answer) => {
    if (url === "/readyz") answer.setHeader("X-Instance", ++asked % 4 === 0 ? instance : "another");
    answer.end("ok\n");
  });
  expect(await doctor({ SITE_URL: `http://127.0.0.1:${port}` })).toMatch(/^ok site /m);
});

it("commands: a service's address has as long to connect as the site gives it", async () => {
  const show =
    'process.on("exit", () => console.log(process.getBuiltinModule("net").getDefaultAutoSelectFamilyAttemptTimeout()))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(show)}`;
  expect(await doctor({ NODE_OPTIONS })).toMatch(/^2500$/m);
});

it("doctor: SITE_URL passes when a proxy keeps /readyz to itself, and a damaged key is a warning", async () => {
  const port = await serve(({ url }, answer) =>
    answer.end(url === "/readyz" ? '{"error":"forbidden"}' : "ok\n"),
  );
  const said = await doctor({ SITE_URL: `http://127.0.0.1:${port}` });
  expect(said).toMatch(/^ok site /m);
  expect(said).toMatch(/^WARN storage\.key .*\(EDAMAGED\)/m);
});
