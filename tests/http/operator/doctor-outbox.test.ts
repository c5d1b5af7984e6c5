import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
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
  expect(said).toMatch(/^FAIL running site the outbox was not checked: no site responds .*\(ECONNREFUSED\)/);
  expect(said).toContain(`FAIL outbox there is no outbox in ${dir} (ENOENT).`);
  expect(existsSync(dir)).toBe(false);
  // What steers a terminal is shown, and not obeyed. An IPv6 address is one, whether the machine has it or not.
  const steering = await doctor({ HOST: "::1", PORT, OUTBOX_DIR: "package.json/\u009b31m\u202e" });
  expect(steering).toMatch(/^FAIL running site .* \(E[A-Z]+\)$/m);
  expect(steering).toContain("there is no outbox in package.json/\\u009b31m\\u202e (ENOTDIR).");
});

it("doctor: no outbox is made when its volume is gone, so the site goes on refusing to store", async () => {
  const { outboxDir } = site;
  renameSync(outboxDir, `${outboxDir}-away`);
  mkdirSync(outboxDir); // The empty mount point.
  const said = await doctor({});
  const made = readdirSync(outboxDir);
  rmSync(outboxDir, { recursive: true });
  renameSync(`${outboxDir}-away`, outboxDir);
  expect(made).toEqual([]);
  expect(said).toMatch(/^FAIL outbox there is no outbox in .*mount its volume/m);
  expect(said).toMatch(/^FAIL outbox the site cannot save requests/m);
});

it("doctor: the outbox fails and the site passes when its key is damaged or it is another one", async () => {
  const OUTBOX_DIR = mkdtempSync(join(folder, "damaged-"));
  writeFileSync(join(OUTBOX_DIR, "key"), "not a key");
  const { PORT } = await start({ OUTBOX_DIR });
  const said = await doctor({ OUTBOX_DIR, PORT });
  expect(said).toMatch(/^ok running site can save requests/m);
  expect(said).toMatch(/^FAIL outbox the key .* cannot be read \(EDAMAGED\), .* outbox\.key$/m);
  expect(said).not.toMatch(/another OUTBOX_DIR|restart/);
  const other = await doctor({ PORT });
  expect(other).toMatch(/^FAIL outbox the site does not report on /m);
  expect(other).not.toMatch(/^ok outbox /m);
});

it("doctor: the outbox fails when its disk hangs", async () => {
  const said = await doctor({ OUTBOX_DIR: "/hangs", NODE_OPTIONS: HANGING_DISK });
  expect(said).toMatch(/^FAIL outbox the key in \/hangs cannot be read \(ETIMEDOUT\)/m);
});

it("doctor: the outbox is not reported when its key cannot be read", async () => {
  for (const Authorization of ["Bearer", `Bearer ${"0".repeat(64)}`, "Basic eDp5"]) {
    const answer = await fetch(`${site.url}/readyz`, { headers: { Authorization } });
    expect(Object.keys(await answer.json())).toEqual(["outbox"]);
  }
});

it.skipIf(!isRoot)(
  "doctor: the outbox fails when only root, who runs the doctor, can write to it",
  async () => {
    const OUTBOX_DIR = mkdtempSync(join(folder, "roots-"));
    mkdirSync(join(OUTBOX_DIR, "new"));
    chmodSync(OUTBOX_DIR, 0o755);
    writeFileSync(join(OUTBOX_DIR, "key"), "0".repeat(64), { mode: 0o600 });
    const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const { PORT } = await start({ OUTBOX_DIR }, as);
    const said = await doctor({ OUTBOX_DIR, PORT });
    expect(said).toMatch(/^FAIL outbox the site cannot save requests/m);
    expect(said).not.toMatch(/^ok outbox /m);
  },
);

it("doctor: the site fails when another program is on its port or at SITE_URL", async () => {
  const port = await serve((_, answer) => answer.end("hello"));
  const said = await doctor({ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` });
  expect(said).toMatch(/^FAIL running site another program responds on port \d+/m);
  expect(said).toMatch(/^FAIL site .* does not say "ok" \(200\)/m);
});

const LEADS_AWAY = /^FAIL site http.* leads to another installation/m;

it("doctor: SITE_URL fails when it leads to an old server with a copy of this outbox", async () => {
  const copy = join(folder, "copy");
  cpSync(site.outboxDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  const { SITE_URL } = await start({ OUTBOX_DIR: copy });
  const said = await doctor({ SITE_URL });
  expect(said).toMatch(LEADS_AWAY);
  expect(said).not.toMatch(/^ok site /m);
});

it.each([
  ["leads to an installation with another key fails", '{"outbox":"writable"}', LEADS_AWAY],
  ["has a proxy that keeps /readyz to itself is not suspected", '{"error":"forbidden"}', /^ok site /m],
])("doctor: SITE_URL is judged when it %s", async (_, readyz, text) => {
  const port = await serve(({ url }, answer) => answer.end(url === "/readyz" ? readyz : "ok\n"));
  expect(await doctor({ SITE_URL: `http://127.0.0.1:${port}` })).toMatch(text);
});
