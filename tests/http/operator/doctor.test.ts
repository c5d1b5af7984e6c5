import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { freePort, type Site, startSite } from "../../start-site";
import { DAY, inMs, sampleQuote } from "../../unit/quote/intake/sample-quote";
import { forwarder, mail } from "../services";
import { runCommand } from "./run-command";
import { freshSurroundings, heldIn, makeOldOutbox, receiver, serve } from "./surroundings";

/** The doctor beside a site behind a proxy; what it says of the outbox is in doctor-outbox.test.ts. */

type Settings = Record<string, string>;
type Said = string | RegExp;

freshSurroundings();
let site: Site;
/** Settings with which all is well. */
let well: Settings;
/** What the proxy does to requests. */
let change: { request?: object; resets?: RegExp; page?: string };

const withLogin = (url: string, password: string) => url.replace("//", `//owner:${password}@`);

beforeAll(async () => {
  const proxy = await serve((asked, answer) => {
    if (change.resets?.test(`${asked.method} ${asked.url}`)) return asked.socket.resetAndDestroy();
    if (change.page && asked.method === "POST") return answer.writeHead(422).end(change.page);
    const options = { port: site.port, method: asked.method, path: asked.url };
    const onward = request({ ...options, headers: { ...asked.headers, ...change.request } }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    asked.pipe(onward);
  });
  well = {
    ...{ SITE_URL: `http://127.0.0.1:${proxy}`, FORWARD_URL: forwarder.url, RATE_LIMIT_MAX: "1000000" },
    ...{ SMTP_URL: withLogin(mail.url, "right"), MAIL_TO: "owner@dig.example" },
    ...{ MAIL_FROM: "website@dig.example" },
    ...{ NOTIFY_URL: receiver.url("/calls"), HEARTBEAT_URL: receiver.url("/beat") },
    ...{ OUTBOX_DIR: await makeOldOutbox(), REDELIVERY_WAITS_S: "4" },
  };
  site = await startSite(well);
  // Its first heartbeat; then nothing more is said.
  await vi.waitFor(() => expect(receiver.received.map(({ path }) => path)).toContain("/beat"));
});
beforeEach(() => {
  change = {};
});
afterAll(() => site.end());

/** Runs it. Returns its exit status, and what it said with single blanks. */
async function doctor(settings: Settings, ...args: string[]) {
  const env = { HOST: "127.0.0.1", PORT: String(site.port), ...settings };
  const { code, out, err } = await runCommand("doctor", args, env);
  return { code, said: (out + err).replace(/ {2,}/g, " ") };
}
/** Expects it, with these settings changed, to say all this, to fail nothing else, and to end with 1 if something failed. */
async function expectSaid(changes: Settings, lines: readonly Said[], ...args: string[]) {
  const { code, said } = await doctor({ ...well, ...changes }, ...args);
  for (const line of lines) expect(said).toMatch(line);
  const failures = lines.filter((line) => String(line).includes("FAIL"));
  expect(said.match(/^FAIL/gm) ?? []).toHaveLength(failures.length);
  expect(code).toBe(failures.length > 0 ? 1 : 0);
  return said;
}

it("doctor: nothing is checked or sent and the status is 2 when it is called `doctor send`", async () => {
  const said = 'Unexpected argument "send". Nothing was done. Try `help`.\n';
  expect(await doctor(well, "send")).toEqual({ code: 2, said });
});

it("doctor: everything passes and nothing is sent when all is well", async () => {
  const said = await expectSaid({}, [
    /^ok running site version /m,
    /^ok outbox requests are saved in /m,
    "ok requests 0 waiting, 0 partial, 0 damaged, 0 dead",
    "ok delivery by the forwarding service; by email if it does not accept",
    "ok forwarder 127.0.0.1 responds",
    "WARN TLS FORWARD_URL is http",
    "ok mail server accepts the connection, and the login",
    /ok site http.* responds/,
    "ok proxy forwards posts and Host",
    "ok notify NOTIFY_URL is set; --send tries it",
    "ok heartbeat HEARTBEAT_URL is set; --send tries it",
    "ok report",
    "ok copies",
    /\d+ ok, 3 warnings, 0 failed\. No request was sent; --send sends one through each channel/,
  ]);
  expect(said).not.toMatch(/other settings|MAIL_FROM/);
  expect([forwarder.received, mail.received, receiver.received]).toEqual([[], [], []]);
});

it("doctor: one request marked TEST goes by each channel when --send asks for it", async () => {
  const look =
    "Accepted does not mean delivered. Look in your inbox and in your spam folder for an email from";
  const marks = 'Name: "TEST - please ignore".';
  const lines = [
    "ok notify NOTIFY_URL accepted a test message",
    "ok heartbeat HEARTBEAT_URL accepted a test message",
    /ok TEST request accepted \(forward, \d+ ms\)/,
    /ok TEST request mail-accepted \(mail, /,
    `${look} the forwarding service. Its subject is "New Quote Request from Website", unless the service chooses its own. ${marks}`,
    `${look} MAIL_FROM (by default MAIL_TO). Its subject begins with "New Quote Request from Website". ${marks}`,
  ];
  await expectSaid({}, lines, "--send");
  // By this the site knows that no channel fails anymore.
  expect(JSON.parse(readFileSync(join(site.outboxDir, "tested.json"), "utf8"))).toMatchObject({
    channels: expect.arrayContaining(["forward", "mail"]),
  });
  const calls = receiver.received.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(["POST /calls", "GET /beat"]);
  expect(forwarder.received).toHaveLength(1);
  const arrived = { full_name: "TEST - please ignore", project_location: "TEST", _captcha: "false" };
  expect(Object.fromEntries(forwarder.received[0]?.fields ?? [])).toMatchObject(arrived);
  const subject = "New Quote Request from Website: Other, TEST - please ignore";
  expect(mail.received).toMatchObject([{ mail: { subject } }]);
});

it("doctor: each channel that fails has what to do, and the rest is tried, when --send asks for it", async () => {
  forwarder.behave("json-activation");
  receiver.behave("refuse");
  change = { resets: /^POST \/contact$|\/readyz$/ };
  const lines = [
    /FAIL mail server The mail server refuses the user name or the password in SMTP_URL \(reply 535\)/,
    /ok site http.* responds/,
    /FAIL proxy does not respond to a post \(\w+\)/,
    /FAIL notify NOTIFY_URL did not .*\(status 503\)/,
    /FAIL heartbeat HEARTBEAT_URL did not .*\(status 503\)/,
    /FAIL TEST request needs-activation .*click the link/,
    /FAIL TEST request mail-login /,
    /\d+ ok, \d+ warnings?, 6 failed\.\n$/,
  ];
  await expectSaid({ SMTP_URL: withLogin(mail.url, "wrong") }, lines, "--send");
});

it("doctor: an unclear response fails, or warns when the address promises no JSON", async () => {
  forwarder.behave("parked");
  await expectSaid({}, [/FAIL TEST request unclear .*domain may be parked/], "--send");
  const presumed = /WARN TEST request presumed-accepted .*answers in JSON.*Look in your inbox/;
  await expectSaid({ FORWARD_URL: `${forwarder.origin}/test` }, [presumed], "--send");
});

it("doctor: it fails on what the outbox knows and names no visitor when nothing is sent", async () => {
  const outbox = openFolder(site.outboxDir);
  const attempts = [{ at: inMs(-DAY), channel: "forward", class: "quota", status: 402 }];
  await outbox.markDead({ ...sampleQuote(), dead: { at: inMs(-DAY) }, attempts });
  const held = () => heldIn(site.outboxDir);
  await expect.poll(held).toContain("requests.given_up");
  const given =
    /FAIL requests\.given_up 1 request GIVEN UP: call the visitor\. .*limit for this month.*\(reply 402\)/;
  const said = await expectSaid({}, [given, "0 waiting, 0 partial, 0 damaged, 1 dead"]);
  expect(said).not.toMatch(/Renée|555/);
  await outbox.remove(sampleQuote().id, "dead");
  await expect.poll(held).not.toContain("requests.given_up");
});

/** What is wrong, the settings in which it shows, and what the doctor says. */
const WRONG: [wrong: string, makeChanges: () => Settings | Promise<Settings>, said: Said[]][] = [
  [
    "only samples are set, which count as not set",
    () => ({
      ...{ FORWARD_URL: "https://formsubmit.co/ajax/YOUR-FORM-ID", SITE_URL: "https://www.example.com" },
      ...{ SMTP_URL: "", MAIL_TO: "", NOTIFY_URL: "", HEARTBEAT_URL: "", KEEP_SENT_DAYS: "0" },
      BUSINESS_NAME: "Dig & Sons",
    }),
    [
      "WARN settings samples from .env.example count as not set: SITE_URL, FORWARD_URL",
      "WARN company visitors see placeholders. Set BUSINESS_PHONE, ",
      "WARN SITE_URL is not set",
      "FAIL delivery requests are saved but not sent. Set FORWARD_URL",
      "WARN site was not checked, because SITE_URL is not set",
      "WARN notify problems show only in the log. Set NOTIFY_URL",
      "WARN heartbeat no alert if this machine goes down. Set HEARTBEAT_URL",
      "WARN report",
      "WARN copies",
    ],
  ],
  [
    "nobody answers",
    async () => ({
      FORWARD_URL: "https://nowhere.invalid/ajax/x",
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      SITE_URL: `http://127.0.0.1:${await freePort()}`,
    }),
    [
      /FAIL forwarder nowhere\.invalid does not respond\. Check FORWARD_URL, .* \((ENOTFOUND|EAI_AGAIN)\)/,
      /FAIL mail server .*does not respond.*\(ECONNREFUSED\)/,
      /FAIL site http.* does not say .*\(ECONNREFUSED\)/,
    ],
  ],
  [
    "HOST is not set, email comes at once, and the proxy rewrites the address",
    () => {
      change = { page: '<a href="/cdn-cgi/l/email-protection#5a35">[email&#160;protected]</a>' };
      return { HOST: "", MAIL_AFTER_S: "0", MAIL_TO: "mom@dig.example, Dad <Website@dig.example>" };
    },
    [
      // The site is on this machine.
      /^ok outbox requests are saved/m,
      "ok delivery by the forwarding service and by email, both at once",
      "WARN MAIL_FROM is also in MAIL_TO: some mail programs then send a reply to you, not to the visitor",
      "WARN proxy forwards Host, but rewrites the email address in pages",
    ],
  ],
  [
    "the site runs with other settings, and the proxy keeps Host to itself",
    () => {
      change = { request: { host: "backend:3000" } };
      return { SMTP_URL: mail.url, FORWARD_URL: "" };
    },
    [
      "ok delivery by email",
      "WARN running site its settings differ from the doctor's: FORWARD_URL, SMTP_URL. Restart it. If this stays, put each value with a # in double quotation marks",
      "FAIL proxy does not forward Host",
    ],
  ],
];

it.each(WRONG)("doctor: it says so when %s", async (_, makeChanges, said) => {
  await expectSaid(await makeChanges(), said);
});
