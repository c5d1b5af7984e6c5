import { execFile } from "node:child_process";
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
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { BARE_ENV } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { startMailServer } from "../../mail-server";
import { freePort, type Site, startSite } from "../../start-site";
import { HANGING_DISK } from "../quote/hanging-disk";

/** The doctor as the container has it: build/doctor.js and an environment. */

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: only root can start a site as another user.");

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const servers: Server[] = [];
let forwarder: Forwarder;
let site: Site;
/** Where a proxy answers for the site, and what it does to requests and responses. */
let proxied: string;
let change: { request?: object; answer?: (headers: IncomingHttpHeaders) => void; resets?: string };

beforeAll(async () => {
  forwarder = await startForwarder();
  const port = await listen(
    createServer((asked, answer) => {
      if (asked.method === change.resets) return asked.socket.resetAndDestroy();
      const options = { port: site.port, method: asked.method, path: asked.url };
      const onward = request({ ...options, headers: { ...asked.headers, ...change.request } }, (got) => {
        change.answer?.(got.headers);
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      });
      asked.pipe(onward);
    }),
  );
  proxied = `http://127.0.0.1:${port}`;
  site = await startSite({ SITE_URL: proxied });
});
beforeEach(() => {
  change = {};
});
afterAll(async () => {
  for (const server of servers) server.close();
  await forwarder.close();
  await site.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs it beside the site, with what both must know. */
async function doctor(settings: Record<string, string>, ...args: string[]) {
  const { port, outboxDir } = site;
  const env = { ...BARE_ENV, HOST: "127.0.0.1", PORT: String(port), OUTBOX_DIR: outboxDir, ...settings };
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ["build/doctor.js", ...args],
      { env, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

it.each([
  ["--help", 0, /--send +also sends/],
  ["help", 0, /--send +also sends/],
  ["--sned", 2, /'--sned'/],
  ["send", 2, /"send"/],
])("%s: checks nothing and sends nothing, and ends with %i", async (word, expected, text) => {
  const { status, said } = await doctor({}, word);
  expect({ status, said }).toEqual({ status: expected, said: expect.stringMatching(text) });
  expect(said).not.toMatch(/^(ok|WARN|FAIL) /m);
});

it("is content with a channel that works, sends nothing unasked, and ends with status 0", async () => {
  forwarder.reset();
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url });
  expect(said).toMatch(/^ok {4}running site {2}version .*, as user \d+$/m);
  expect(said).toMatch(/^ok {4}outbox {8}the site wrote, flushed and removed a file in /m);
  expect(said).toMatch(/^ok {4}requests {6}0 waiting$/m);
  expect(said).toMatch(/^(ok {2}|WARN) {2}disk .* MB free/m);
  expect(said).toMatch(/^ok {4}forwarder {5}127\.0\.0\.1 responds$/m);
  expect(said).toMatch(/WARN {2}TLS .*http/);
  expect(said).toMatch(/ok {4}clock .*within 60 s/);
  expect(said).toContain("No request was sent");
  expect(said).toMatch(/WARN {2}site {10}was not checked, because SITE_URL is not set/);
  expect(status).toBe(0);
  expect(forwarder.received).toEqual([]);
});

it("sends one request, marked TEST, and says what the service made of it", async () => {
  forwarder.reset();
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url }, "--send");
  expect(forwarder.received).toHaveLength(1);
  expect(Object.fromEntries(forwarder.received[0]?.fields ?? [])).toMatchObject({
    full_name: "TEST - please ignore",
    project_location: "TEST",
    _captcha: "false",
  });
  expect(said).toMatch(/ok {4}TEST request {2}accepted \(forward, 200, \d+ ms\)/);
  expect(status).toBe(0);
});

it("sends one by each channel, and says what to look for in the inbox and in the spam folder", async () => {
  forwarder.reset();
  const mailServer = await startMailServer();
  const mail = { SMTP_URL: mailServer.url, MAIL_TO: "owner@dig.example" };
  const { said } = await doctor({ FORWARD_URL: forwarder.url, ...mail }, "--send");
  expect([forwarder.received.length, mailServer.received.length]).toEqual([1, 1]);
  const look =
    "Accepted does not mean delivered. Look in your inbox and in your spam folder for an email from";
  const marks = 'Its subject begins with "New Quote Request from Website". Name: "TEST - please ignore".';
  const by = (channel: string) => said.split("\n").find((line) => line.includes(`accepted (${channel}, `));
  expect(by("forward")).toMatch(/^ok {4}TEST request {2}accepted/);
  expect(by("forward")).toContain(
    `${look} the forwarding service, which may choose its own subject. ${marks}`,
  );
  expect(by("mail")).toMatch(/^ok {4}TEST request {2}mail-accepted/);
  expect(by("mail")).toContain(`${look} MAIL_FROM (by default MAIL_TO). ${marks}`);
  // What was sent bears these marks.
  expect(mailServer.received[0]?.mail).toMatchObject({
    subject: "New Quote Request from Website: Other, TEST - please ignore",
    text: expect.stringContaining("Name: TEST - please ignore"),
  });
  expect((await doctor({ FORWARD_URL: forwarder.url, ...mail })).said).toContain("one through each channel");
  await mailServer.close();
});

it("a form that is not activated fails, with what to do", async () => {
  forwarder.reset();
  forwarder.behave("json-activation");
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url }, "--send");
  expect(said).toMatch(/FAIL {2}TEST request {2}needs-activation .*click the link/);
  expect(status).toBe(1);
  forwarder.reset();
});

it("an answer without a clear yes fails, from an address that promises JSON", async () => {
  forwarder.reset();
  forwarder.behave("parked");
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url }, "--send");
  expect(said).toMatch(/FAIL {2}TEST request {2}unclear .*domain may be parked/);
  expect(status).toBe(1);
  const plain = await doctor({ FORWARD_URL: `${forwarder.origin}/test` }, "--send");
  expect(plain.said).toMatch(/WARN {2}TEST request {2}presumed-accepted .*JSON address.*Look in your inbox/);
  expect(plain.status).toBe(0);
  forwarder.reset();
});

it("no way to send, a name that does not exist, a service that is down: each fails and says which", async () => {
  expect((await doctor({})).said).toMatch(/FAIL {2}delivery .*Set FORWARD_URL/);
  for (const [FORWARD_URL, name, code] of [
    ["https://nowhere.invalid/ajax/x", "nowhere\\.invalid", "ENOTFOUND|EAI_AGAIN"],
    [`http://127.0.0.1:${await freePort()}/x`, "127\\.0\\.0\\.1", "ECONNREFUSED"],
  ] as const) {
    const { said, status } = await doctor({ FORWARD_URL });
    const text = `^FAIL  forwarder     ${name} does not respond\\. Check FORWARD_URL, .* \\((${code})\\)$`;
    expect(said).toMatch(new RegExp(text, "m"));
    expect(said).not.toContain("clock");
    expect(status).toBe(1);
  }
});

it("a sample of .env.example is named, and counts as not set", async () => {
  const { said, status } = await doctor({
    FORWARD_URL: "https://formsubmit.co/ajax/YOUR-FORM-ID",
    SITE_URL: "https://www.example.com",
  });
  expect(said).toMatch(
    /WARN {2}settings {6}SITE_URL, FORWARD_URL still hold the samples from \.env\.example and count as not set/,
  );
  expect(said).toMatch(/FAIL {2}delivery .*Set FORWARD_URL/);
  expect(status).toBe(1);
});

it("an invalid setting is named", async () => {
  const { status, said } = await doctor({ FORWARD_URL: "formsubmit.co/ajax/x" });
  expect(said).toContain("FORWARD_URL must be a full http(s) URL");
  expect(status).toBe(1);
});

describe("the outbox", () => {
  it("is not touched where no site runs, which the doctor says first; one that is not there is not made", async () => {
    const settings = { FORWARD_URL: forwarder.url, PORT: String(await freePort()) };
    const dir = join(folder, "never-started");
    const { status, said } = await doctor({ ...settings, OUTBOX_DIR: dir });
    expect(said).toMatch(
      /^FAIL {2}running site {2}the outbox was not checked: no site responds .*\(ECONNREFUSED\)/,
    );
    expect(said).toContain(`FAIL  outbox        there is no outbox in ${dir} (ENOENT).`);
    expect(said).toMatch(/^ok {4}clock /m);
    expect(status).toBe(1);
    expect(existsSync(dir)).toBe(false);
    const noFolder = await doctor({ ...settings, OUTBOX_DIR: "package.json/outbox" });
    expect(noFolder.said).toContain("there is no outbox in package.json/outbox (ENOTDIR).");
  });

  it("whose volume is gone is reported and not made anew, so that the site goes on refusing to store", async () => {
    const { outboxDir } = site;
    renameSync(outboxDir, `${outboxDir}-away`);
    mkdirSync(outboxDir); // The empty mount point.
    const { status, said } = await doctor({ FORWARD_URL: forwarder.url });
    const made = readdirSync(outboxDir);
    rmSync(outboxDir, { recursive: true });
    renameSync(`${outboxDir}-away`, outboxDir);
    expect(made).toEqual([]);
    expect(said).toMatch(/^FAIL {2}outbox {8}there is no outbox in .*mount its volume/m);
    expect(said).toMatch(/^FAIL {2}outbox {8}the site cannot save requests/m);
    expect(status).toBe(1);
  });

  it("of another folder is not taken for the site's", async () => {
    const other = await startSite();
    onTestFinished(other.end);
    const { status, said } = await doctor({ FORWARD_URL: forwarder.url, PORT: String(other.port) });
    expect(said).toMatch(/^FAIL {2}outbox {8}the site does not report on /m);
    expect(said).not.toMatch(/^ok {4}outbox /m);
    expect(status).toBe(1);
  });

  it("whose key is damaged is said to be so, and the site to be well", async () => {
    const dir = mkdtempSync(join(folder, "damaged-"));
    writeFileSync(join(dir, "key"), "not a key");
    const damaged = await startSite({ OUTBOX_DIR: dir });
    onTestFinished(damaged.end);
    const where = { OUTBOX_DIR: dir, PORT: String(damaged.port) };
    const { said } = await doctor({ FORWARD_URL: forwarder.url, ...where });
    expect(said).toMatch(/^ok {4}running site {2}can save requests/m);
    expect(said).toMatch(
      /^FAIL {2}outbox {8}the key .* cannot be read \(EDAMAGED\), .* The site's log says what to do: outbox\.key$/m,
    );
    expect(said).not.toMatch(/another OUTBOX_DIR|restart/);
  });

  it("is reported to nobody who cannot read its key", async () => {
    const url = `${site.url}/readyz`;
    for (const Authorization of ["Bearer", `Bearer ${"0".repeat(64)}`, "Basic eDp5"])
      expect(Object.keys(await (await fetch(url, { headers: { Authorization } })).json())).toEqual([
        "outbox",
      ]);
  });

  it("whose disk hangs is reported within seconds", async () => {
    const hanging = { NODE_OPTIONS: HANGING_DISK, OUTBOX_DIR: "/hangs" };
    const { status, said } = await doctor({ FORWARD_URL: forwarder.url, ...hanging });
    expect(said).toMatch(/^FAIL {2}outbox {8}the key in \/hangs cannot be read \(ETIMEDOUT\)/m);
    expect(status).toBe(1);
  });

  it.skipIf(!isRoot)("that only root can write to is a failure, though root runs the doctor", async () => {
    const dir = mkdtempSync(join(folder, "roots-"));
    mkdirSync(join(dir, "new"));
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, "key"), "0".repeat(64), { mode: 0o600 });
    const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const nobodys = await startSite({ OUTBOX_DIR: dir }, ".", as);
    onTestFinished(nobodys.end);
    const where = { OUTBOX_DIR: dir, PORT: String(nobodys.port) };
    const { status, said } = await doctor({ FORWARD_URL: forwarder.url, ...where });
    expect(said).toMatch(/^FAIL {2}outbox {8}the site cannot save requests/m);
    expect(said).not.toMatch(/^ok {4}outbox /m);
    expect(status).toBe(1);
  });
});

it("a site that still runs with other settings must be restarted", async () => {
  const same = { SITE_URL: proxied, RATE_LIMIT_MAX: "1000000" };
  expect((await doctor(same)).said).toMatch(/^ok {4}running site .*\n(?!WARN {2}running)/m);
  const { said, status } = await doctor({ ...same, FORWARD_URL: forwarder.url });
  expect(said).toMatch(
    /^WARN {2}running site {2}it runs with other settings than the doctor's\. Restart it$/m,
  );
  expect(status).toBe(0);
});

it("another program on the site's port is not taken for the site", async () => {
  const taken = await listen(createServer((_, answer) => answer.end("hello")));
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url, PORT: String(taken) });
  expect(said).toMatch(/^FAIL {2}running site {2}another program responds on port \d+/);
  expect(status).toBe(1);
});

it("connects to the mail server and logs in, without an email", async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.close);
  const at = async (url: string) => doctor({ MAIL_TO: "owner@dig.example", SMTP_URL: url });
  const login = (password: string) => mailServer.url.replace("//", `//owner:${password}@`);
  const right = await at(login("right"));
  expect(right.said).toMatch(/^ok {4}mail server {3}accepts the connection and the login in SMTP_URL$/m);
  expect((await at(mailServer.url)).said).toMatch(
    /^ok {4}mail server {3}accepts the connection\. SMTP_URL has no login$/m,
  );
  expect(right.status).toBe(0);
  const wrong = await at(login("wrong"));
  expect(wrong.said).toMatch(/^FAIL {2}mail server {3}The mail server refuses this\. .*\(EAUTH\)$/m);
  const closed = await at(`smtp://127.0.0.1:${await freePort()}`);
  expect(closed.said).toMatch(/^FAIL {2}mail server {3}.*does not respond.*\(ECONNREFUSED\)$/m);
  expect(closed.status).toBe(1);
  expect(mailServer.received).toEqual([]);
});

it("a mail server that offers no login is warned of where SMTP_URL has one", async () => {
  const mailServer = await startMailServer({ login: false });
  onTestFinished(mailServer.close);
  const SMTP_URL = mailServer.url.replace("//", "//owner:right@");
  const { said } = await doctor({ MAIL_TO: "owner@dig.example", SMTP_URL });
  expect(said).toMatch(/^WARN {2}mail server {3}accepts the connection but offers no login, /m);
});

it("a clock that is wrong is warned of; an empty setting counts as not set", async () => {
  const port = await listen(
    createServer((_, answer) => answer.setHeader("Date", new Date(Date.now() - 300_000).toUTCString()).end()),
  );
  const { said, status } = await doctor({
    ...{ FORWARD_URL: `http://127.0.0.1:${port}/x`, BUSINESS_PHONE: "", SITE_URL: " " },
  });
  expect(said).toMatch(/WARN {2}clock .*(299|30\d) s ahead of/);
  expect(said).toMatch(/WARN {2}company .*Set .*BUSINESS_PHONE/);
  expect(said).toMatch(/WARN {2}SITE_URL {6}is not set/);
  expect(status).toBe(0);
});

describe("a site behind a proxy", () => {
  const settings = () => ({ FORWARD_URL: forwarder.url, SITE_URL: proxied });

  it("that does its part", async () => {
    const { said, status } = await doctor(settings());
    expect(said).toMatch(/ok {4}site/);
    expect(said).toMatch(/ok {4}headers/);
    expect(said).toMatch(/ok {4}proxy .*forwards posts and Host/);
    expect(status).toBe(0);
  });

  it("that keeps Host to itself fails", async () => {
    change = { request: { host: "backend:3000" } };
    const { said, status } = await doctor(settings());
    expect(said).toMatch(/FAIL {2}proxy .*does not forward Host/);
    expect(status).toBe(1);
  });

  it("that resets posts fails; the request marked TEST is still sent, and the summary follows", async () => {
    change = { resets: "POST" };
    forwarder.reset();
    const { said, status } = await doctor(settings(), "--send");
    expect(said).toMatch(/FAIL {2}proxy {9}does not respond to a post \(\w+\)/);
    expect(forwarder.received).toHaveLength(1);
    expect(said).toMatch(/\d+ ok, \d+ warnings, 1 failed\.\n$/);
    expect(status).toBe(1);
  });

  it("that takes headers away is warned of", async () => {
    change = { answer: (headers) => delete headers["content-security-policy"] };
    expect((await doctor(settings())).said).toMatch(/WARN {2}headers .*removes content-security-policy/);
  });
});

describe("a SITE_URL", () => {
  const LEADS_AWAY = /^FAIL {2}site {10}http.* leads to another installation/m;
  const at = (SITE_URL: string) => doctor({ FORWARD_URL: forwarder.url, SITE_URL });

  it("that leads to an old server, with a copy of this outbox, fails", async () => {
    const copy = join(folder, "copy");
    cpSync(site.outboxDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
    const old = await startSite({ OUTBOX_DIR: copy });
    onTestFinished(old.end);
    const { said, status } = await at(old.url);
    expect(said).toMatch(LEADS_AWAY);
    expect(said).not.toMatch(/^ok {4}site /m);
    expect(status).toBe(1);
  });

  it.each([
    ["leads to an installation with another key fails", '{"outbox":"writable"}', LEADS_AWAY],
    ["has a proxy that keeps /readyz to itself is not suspected", '{"error":"forbidden"}', /^ok {4}site /m],
  ])("that %s", async (_, readyz, text) => {
    const port = await listen(
      createServer(({ url }, answer) => answer.end(url === "/readyz" ? readyz : "ok\n")),
    );
    expect((await at(`http://127.0.0.1:${port}`)).said).toMatch(text);
  });
});

it("an address where another site answers fails", async () => {
  const port = await listen(createServer((_, answer) => answer.end("hello")));
  const { said, status } = await doctor({ FORWARD_URL: forwarder.url, SITE_URL: `http://127.0.0.1:${port}` });
  expect(said).toMatch(/FAIL {2}site .*not with this site's "ok"/);
  expect(status).toBe(1);
});

it("says what is missing for somebody to hear of trouble, and with --send tries to tell somebody", async () => {
  const told: string[] = [];
  const port = await listen(
    createServer((asked, answer) => {
      told.push(`${asked.method} ${asked.url}`);
      answer.writeHead(asked.url === "/broken" ? 500 : 200).end();
    }),
  );
  const bare = await doctor({ FORWARD_URL: forwarder.url, KEEP_SENT_DAYS: "0" });
  for (const about of ["notify", "heartbeat", "report", "copies"])
    expect(bare.said).toMatch(new RegExp(`^WARN {2}${about} `, "m"));
  const settings = { FORWARD_URL: forwarder.url, NOTIFY_URL: `http://127.0.0.1:${port}/told` };
  const all = { ...settings, HEARTBEAT_URL: `http://127.0.0.1:${port}/beat` };
  const quiet = await doctor(all);
  expect(quiet.said).toMatch(/^ok {4}notify .*--send sends a test message/m);
  expect(quiet.said).toMatch(/^ok {4}heartbeat .*--send requests it/m);
  expect(told).toEqual([]);
  const loud = await doctor(all, "--send");
  expect(loud.said).toMatch(/^ok {4}notify .*accepted a test message/m);
  expect(loud.said).toMatch(/^ok {4}heartbeat .*responded/m);
  expect(told).toEqual(["POST /told", "GET /beat"]);
  const dead = `http://127.0.0.1:${port}/broken`;
  const broken = await doctor({ ...settings, NOTIFY_URL: dead, HEARTBEAT_URL: dead }, "--send");
  expect(broken.said).toMatch(/^FAIL {2}notify .*\(status 500\)/m);
  expect(broken.said).toMatch(/^FAIL {2}heartbeat .*\(status 500\)/m);
  expect(broken.status).toBe(1);
});
