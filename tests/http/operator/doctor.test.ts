import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BARE_ENV } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { startMailServer } from "../../mail-server";
import { freePort, type Site, startSite } from "../../start-site";
import { HANGING_DISK } from "../quote/hanging-disk";

/** The doctor as the container has it: build/doctor.js and an environment. */

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const servers: Server[] = [];
let forwarder: Forwarder;

beforeAll(async () => {
  forwarder = await startForwarder();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await forwarder.close();
  rmSync(folder, { recursive: true, force: true });
});

async function doctor(settings: Record<string, string>, ...args: string[]) {
  const env: NodeJS.ProcessEnv = {
    ...BARE_ENV,
    PORT: String(await freePort()),
    OUTBOX_DIR: join(folder, "outbox"),
    ...settings,
  };
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
  expect(said).toMatch(/ok {4}outbox {2}.*flushed and removed/);
  expect(said).toMatch(/ok {4}DNS/);
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
  expect((await doctor({ FORWARD_URL: forwarder.url, ...mail })).said).toContain("one by each channel");
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
  const nowhere = await doctor({ FORWARD_URL: "https://nowhere.invalid/ajax/x" });
  expect(nowhere.said).toMatch(/FAIL {2}DNS {11}nowhere\.invalid is not found/);
  expect(nowhere.status).toBe(1);
  const down = await doctor({ FORWARD_URL: `http://127.0.0.1:${await freePort()}/x` });
  expect(down.said).toMatch(
    /FAIL {2}forwarding service {2}does not respond \(ECONNREFUSED\)\. Check FORWARD_URL/,
  );
  expect(down.said).not.toContain("clock");
  const downTls = await doctor({ FORWARD_URL: `https://127.0.0.1:${await freePort()}/x` });
  expect(downTls.said).toMatch(
    /FAIL {2}forwarding service {2}does not respond \(ECONNREFUSED\)\. Check FORWARD_URL/,
  );
  expect(downTls.said).not.toMatch(/FAIL {2}TLS/);
});

it("with DELIVERY=mail, mail is the way, and the forwarding service is not asked", async () => {
  const mail = { DELIVERY: "mail", SMTP_URL: "smtp://127.0.0.1", MAIL_TO: "owner@dig.example" };
  const { said } = await doctor({ ...mail, FORWARD_URL: "https://nowhere.invalid/ajax/x" });
  expect(said).toMatch(/ok {4}delivery {6}by email \(DELIVERY is mail, so FORWARD_URL is not used\)/);
  expect(said).not.toContain("by the forwarding service");
  expect(said).not.toContain("nowhere.invalid");
});

it("a sample of .env.example is named, and counts as not set", async () => {
  const { said, status } = await doctor({
    FORWARD_URL: "https://formsubmit.co/ajax/YOUR-FORM-ID",
    SITE_URL: "https://www.example.com",
  });
  expect(said).toMatch(
    /WARN {2}settings {6}SITE_URL, FORWARD_URL still hold a sample of \.env\.example and count as not set/,
  );
  expect(said).toMatch(/FAIL {2}delivery .*Set FORWARD_URL/);
  expect(status).toBe(1);
});

it("the port: nothing has it, another program has it, HOST is no address", async () => {
  const settings = { FORWARD_URL: forwarder.url, HOST: "127.0.0.1" };
  const port = await freePort();
  const free = await doctor({ ...settings, PORT: String(port) });
  expect(free.said).toContain(
    `WARN  port          nothing listens on port ${port}: the site is not running\n`,
  );
  expect(free.status).toBe(0);
  const taken = await listen(createServer((_, answer) => answer.end("hello")));
  const other = await doctor({ ...settings, PORT: String(taken) });
  expect(other.said).toContain(
    `FAIL  port          port ${taken} is taken. Stop the program that uses it, or set PORT to another one.\n`,
  );
  expect(other.status).toBe(1);
  const nowhere = await doctor({ ...settings, HOST: "no-such-host.invalid" });
  expect(nowhere.said).toContain(
    "FAIL  port          HOST=no-such-host.invalid is not found. Set HOST to an address of this machine, or leave it unset to listen on all of them.\n",
  );
  expect(nowhere.status).toBe(1);
});

it("an invalid setting is named", async () => {
  const { status, said } = await doctor({ FORWARD_URL: "formsubmit.co/ajax/x" });
  expect(said).toContain("FORWARD_URL must be a full http(s) URL");
  expect(status).toBe(1);
});

it("an outbox that cannot be written to fails", async () => {
  const { status, said } = await doctor({ FORWARD_URL: forwarder.url, OUTBOX_DIR: "package.json/outbox" });
  expect(said).toMatch(
    /FAIL {2}outbox .*No request can be kept in package\.json\/outbox\. Make it writable.*\(ENOTDIR\)/,
  );
  expect(status).toBe(1);
});

it("an outbox whose disk hangs fails within seconds", async () => {
  const { status, said } = await doctor({
    FORWARD_URL: forwarder.url,
    NODE_OPTIONS: HANGING_DISK,
    OUTBOX_DIR: "/hangs",
  });
  expect(said).toMatch(
    /FAIL {2}outbox {8}No request can be kept in \/hangs\. .*check the disk if it hangs \(ETIMEDOUT\)\. \(ETIMEDOUT\)\n/,
  );
  expect(status).toBe(1);
});

it("an outbox in memory and a clock that is wrong are warned of; an empty setting counts as not set", async () => {
  const port = await listen(
    createServer((_, answer) => answer.setHeader("Date", new Date(Date.now() - 300_000).toUTCString()).end()),
  );
  const { said, status } = await doctor({
    ...{ FORWARD_URL: `http://127.0.0.1:${port}/x`, OUTBOX_DIR: "/dev/shm/doctor-outbox" },
    ...{ HOST: "", BUSINESS_PHONE: "", SITE_URL: " " },
  });
  rmSync("/dev/shm/doctor-outbox", { recursive: true, force: true });
  expect(said).toMatch(/WARN {2}disk .*memory \(tmpfs\)/);
  expect(said).toMatch(/WARN {2}clock .*(299|30\d) s ahead of/);
  expect(said).toMatch(/WARN {2}company .*Set .*BUSINESS_PHONE/);
  expect(said).toMatch(/WARN {2}SITE_URL {6}is not set/);
  expect(status).toBe(0);
});

const openssl = !spawnSync("openssl", ["version"]).error;
if (!openssl)
  console.warn("SKIPPED: without openssl no certificate can be made for the doctor's TLS checks.");

it.skipIf(!openssl)("the service's certificate: whom it is from, how long it is good", async () => {
  for (const [days, expected] of [
    [90, /ok {4}TLS .*TLSv1\.3, certificate good for (89|90) days/],
    [5, /WARN {2}TLS .*certificate good for [45] days/],
  ] as const) {
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name)) as [string, string];
    const ask = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost`;
    const alt = [
      "-addext",
      "subjectAltName=DNS:localhost",
      "-days",
      String(days),
      "-keyout",
      key,
      "-out",
      cert,
    ];
    execFileSync("openssl", [...ask.split(" "), ...alt], { stdio: "ignore" });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) =>
      answer.end(),
    );
    const FORWARD_URL = `https://localhost:${await listen(server)}/ajax/x`;
    // By the machine's clock, by which openssl has made it.
    const trusted = await doctor({ FORWARD_URL, NODE_EXTRA_CA_CERTS: cert, NODE_OPTIONS: "" });
    expect(trusted.said).toMatch(expected);
    const stranger = await doctor({ FORWARD_URL });
    expect(stranger.said).toMatch(/FAIL {2}TLS .*DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(stranger.status).toBe(1);
  }
});

describe("a site behind a proxy", () => {
  /** What the proxy does to requests and responses. */
  let change: { request?: object; answer?: (headers: IncomingHttpHeaders) => void; resets?: string };
  let site: Site;
  let settings: Record<string, string>;
  beforeAll(async () => {
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
    settings = { FORWARD_URL: forwarder.url, SITE_URL: `http://127.0.0.1:${port}` };
    site = await startSite({ SITE_URL: settings.SITE_URL as string });
  });
  afterAll(() => site.end());

  it("that does its part; the site has its port", async () => {
    change = {};
    const { said, status } = await doctor({ ...settings, HOST: "127.0.0.1", PORT: String(site.port) });
    expect(said).toMatch(/ok {4}site/);
    expect(said).toMatch(/ok {4}headers/);
    expect(said).toMatch(/ok {4}proxy .*forwards posts and Host/);
    expect(said).toContain(`ok    port          the site listens on port ${site.port}\n`);
    expect(status).toBe(0);
  });

  it("that keeps Host to itself fails", async () => {
    change = { request: { host: "backend:3000" } };
    const { said, status } = await doctor(settings);
    expect(said).toMatch(/FAIL {2}proxy .*does not forward Host/);
    expect(status).toBe(1);
  });

  it("that resets posts fails; the request marked TEST is still sent, and the summary follows", async () => {
    change = { resets: "POST" };
    forwarder.reset();
    const { said, status } = await doctor(settings, "--send");
    expect(said).toMatch(/FAIL {2}proxy {9}does not respond to a post \(\w+\)/);
    expect(forwarder.received).toHaveLength(1);
    expect(said).toMatch(/\d+ ok, \d+ warnings, 1 failed\.\n$/);
    expect(status).toBe(1);
  });

  it("that takes headers away is warned of", async () => {
    change = { answer: (headers) => delete headers["content-security-policy"] };
    expect((await doctor(settings)).said).toMatch(/WARN {2}headers .*removes content-security-policy/);
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
  const quiet = await doctor({ ...settings, HEARTBEAT_URL: `http://127.0.0.1:${port}/beat` });
  expect(quiet.said).toMatch(/^ok {4}notify .*--send sends a test message/m);
  expect(quiet.said).toMatch(/^ok {4}heartbeat /m);
  expect(told).toEqual([]);
  expect((await doctor(settings, "--send")).said).toMatch(/^ok {4}notify .*took a test message/m);
  expect(told).toEqual(["POST /told"]);
  const broken = await doctor({ ...settings, NOTIFY_URL: `http://127.0.0.1:${port}/broken` }, "--send");
  expect(broken.said).toMatch(/^FAIL {2}notify .*\(status 500\)/m);
  expect(broken.status).toBe(1);
});
