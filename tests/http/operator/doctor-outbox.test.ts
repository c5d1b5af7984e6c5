import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { freePort, type Site, startSite } from "../../start-site";
import { HANGING_DISK } from "../quote/hanging-disk";
import { runCommand } from "./run-command";
import { serve } from "./surroundings";

/** What the doctor says of the outbox, and of a program or a site that is not the one it belongs to. */

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: only root can start a site as another user.");

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await vi.waitFor(() => expect(existsSync(join(site.outboxDir, "health.json"))).toBe(true));
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
it("doctor: it says so first, touches no outbox and makes none when no site runs", async () => {
  const PORT = String(await freePort());
  const dir = join(folder, "never-started");
  const said = await doctor({ PORT, OUTBOX_DIR: dir });
  expect(said).toMatch(
    /^FAIL running site no running site has updated the outbox in .*: nothing responds .*\(ECONNREFUSED\)/,
  );
  expect(existsSync(dir)).toBe(false);
  // What steers a terminal is shown, and not obeyed. An IPv6 address is one, whether the machine has it or not.
  const steering = await doctor({ HOST: "::1", PORT, OUTBOX_DIR: "package.json/\u009b31m\u202e" });
  expect(steering).toMatch(
    /^FAIL outbox the site's status cannot be read in package.json\/\\u009b31m\\u202e \(ENOTDIR\)/m,
  );
});

it("doctor: no outbox is made, and the site cannot save, when its volume is gone", async () => {
  const { outboxDir } = site;
  renameSync(outboxDir, `${outboxDir}-away`);
  mkdirSync(outboxDir); // The empty mount point.
  const said = await doctor({});
  const made = readdirSync(outboxDir);
  rmSync(outboxDir, { recursive: true });
  renameSync(`${outboxDir}-away`, outboxDir);
  expect(made).toEqual([]);
  expect(said).toMatch(/^FAIL running site no running site .*: the site runs, but cannot save requests/m);
});

it("doctor: no site runs when health.json is old or half a file", async () => {
  const OUTBOX_DIR = mkdtempSync(join(folder, "old-"));
  const file = join(OUTBOX_DIR, "health.json");
  const health = JSON.parse(readFileSync(join(site.outboxDir, "health.json"), "utf8"));
  const PORT = String(await freePort());
  const old = new Date(Date.now() - 4 * 60_000).toISOString();
  writeFileSync(file, JSON.stringify({ ...health, at: old }));
  expect(await doctor({ PORT, OUTBOX_DIR })).toMatch(
    `FAIL running site no running site has updated the outbox since ${old}`,
  );
  writeFileSync(file, JSON.stringify(health).slice(0, 100));
  expect(await doctor({ PORT, OUTBOX_DIR })).toMatch(
    `FAIL running site no running site has updated the outbox in`,
  );
});

it("doctor: it says so when the key is damaged or the site has another outbox", async () => {
  const OUTBOX_DIR = mkdtempSync(join(folder, "damaged-"));
  writeFileSync(join(OUTBOX_DIR, "key"), "not a key");
  const { PORT } = await start({ OUTBOX_DIR });
  await expect.poll(() => doctor({ OUTBOX_DIR, PORT })).toMatch(/^WARN storage\.key .*\(EDAMAGED\)/m);
  const OTHER = mkdtempSync(join(folder, "other-"));
  expect(await doctor({ PORT, OUTBOX_DIR: OTHER })).toMatch(
    /^FAIL running site .*: a site runs, but with another OUTBOX_DIR/m,
  );
});

it("doctor: the outbox fails when its disk hangs", async () => {
  const said = await doctor({ OUTBOX_DIR: "/hangs", NODE_OPTIONS: HANGING_DISK });
  expect(said).toMatch(/^FAIL outbox the site's status cannot be read in \/hangs \(ETIMEDOUT\)/m);
});

it.skipIf(!isRoot)(
  "doctor: the site fails when only root, who runs the doctor, can write to the outbox",
  async () => {
    const OUTBOX_DIR = mkdtempSync(join(folder, "roots-"));
    mkdirSync(join(OUTBOX_DIR, "new"));
    chmodSync(OUTBOX_DIR, 0o755);
    writeFileSync(join(OUTBOX_DIR, "key"), "0".repeat(64), { mode: 0o600 });
    const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const { PORT } = await start({ OUTBOX_DIR }, as);
    const said = await doctor({ OUTBOX_DIR, PORT });
    expect(said).toMatch(/^FAIL running site .*: the site runs, but cannot save requests/m);
    expect(said).not.toMatch(/^ok outbox /m);
  },
);

it("doctor: the site fails when another program is on its port or at SITE_URL", async () => {
  const port = await serve((_, answer) => answer.end("hello"));
  const said = await doctor({
    ...{ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` },
    OUTBOX_DIR: mkdtempSync(join(folder, "program-")),
  });
  expect(said).toMatch(/^FAIL running site .*another program responds on port \d+/m);
  expect(said).toMatch(/^FAIL site .* does not say "ok" \(200\)/m);
});

const LEADS_AWAY = /^FAIL site http.* leads to another installation/m;

it("doctor: SITE_URL fails when it leads to an old server with a copy of the outbox", async () => {
  const copy = join(folder, "copy");
  cpSync(site.outboxDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  const { SITE_URL } = await start({ OUTBOX_DIR: copy });
  const said = await doctor({ SITE_URL });
  expect(said).toMatch(LEADS_AWAY);
  expect(said).not.toMatch(/^ok site /m);
});

it("doctor: SITE_URL passes when a proxy keeps /readyz to itself", async () => {
  const port = await serve(({ url }, answer) =>
    answer.end(url === "/readyz" ? '{"error":"forbidden"}' : "ok\n"),
  );
  expect(await doctor({ SITE_URL: `http://127.0.0.1:${port}` })).toMatch(/^ok site /m);
});
