import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import packageJson from "../../../package.json";
import { clockAt } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { freePort, type Site, startSite } from "../../start-site";
import { DAY, inMs, MINUTE, sampleRequest } from "../../unit/submit/sample-request";
import { ask, FORM, postForm } from "../post";
import { startReceiver } from "./receiver";

const HOUR = 60 * MINUTE;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** What nobody but the owner may read. */
const PERSONAL = new RegExp(
  [FORM.fullName, FORM.email, FORM.phone, FORM.projectLocation, FORM.additionalNotes]
    .filter(Boolean)
    .map((value) => String(value).replace(/[^\w@ ]/g, "."))
    .join("|"),
  "i",
);

let forwarder: Forwarder;
let mail: MailServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const sites: Site[] = [];
beforeAll(async () => {
  forwarder = await startForwarder();
  mail = await startMailServer();
  receiver = await startReceiver();
});
beforeEach(() => {
  forwarder.reset();
  mail.behave("accept");
  mail.received.length = 0;
  receiver.reset();
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site.end();
});
afterAll(async () => {
  receiver.close();
  await forwarder.close();
  await mail.close();
});
const url = (path: string) => receiver.url(path);
const start = async (settings: Record<string, string>) => {
  // Of a new outbox the owner would be told.
  const OUTBOX_DIR = settings.OUTBOX_DIR ?? (await mkdtemp(join(tmpdir(), "outbox-")));
  await openOutbox(OUTBOX_DIR).check();
  const given = { FORWARD_URL: forwarder.url, OUTBOX_DIR, REDELIVERY_WAITS_S: "2,2" };
  const site = await startSite({ ...given, ...settings });
  sites.push(site);
  return site;
};

it("the owner gets one signed message for a request, with its service and nothing personal", async () => {
  const { url: at } = await start({ NOTIFY_URL: url("/hook"), NOTIFY_SECRET: SECRET });
  expect((await postForm(at, "/quote")).status).toBe(303);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  const [{ headers, body, path } = { headers: {}, body: "", path: "" }] = receiver.received;
  expect(path).toBe("/hook");
  const message = new Webhook(SECRET).verify(body, headers as Record<string, string>);
  expect(message).toMatchObject({
    type: "request.arrived",
    data: {
      form: "quote",
      state: "accepted",
      service: "Pool Excavation",
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  });
  expect(body + JSON.stringify(headers)).not.toMatch(PERSONAL);
});

it("a login in a URL is sent as Basic authentication, and never logged", async () => {
  const withLogin = (plain: string) => plain.replace("//", "//dig%40home:s3cr%C3%A9t%23@");
  const site = await start({
    FORWARD_URL: withLogin(forwarder.url),
    NOTIFY_URL: withLogin(url("/hook")),
    HEARTBEAT_URL: withLogin(url("/beat")),
    LOG_LEVEL: "debug",
  });
  expect((await postForm(site.url, "/quote")).status).toBe(303);
  await vi.waitFor(() =>
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/beat", "/hook"]),
  );
  const authorization = `Basic ${Buffer.from("dig@home:s3crét#").toString("base64")}`;
  for (const { headers } of [...receiver.received, ...forwarder.received])
    expect(headers).toMatchObject({ authorization });
  expect(forwarder.received).toHaveLength(1);
  expect(site.output()).not.toMatch(/s3cr|Basic/);
});

it("a project type that a visitor made up is not repeated", async () => {
  const { url: at } = await start({ NOTIFY_URL: url("/hook") });
  await postForm(at, "/quote", { ...FORM, projectType: "Call Renée" });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(receiver.messages()[0].data.service).toBe("another service");
  expect(receiver.received[0]?.body).not.toContain("Call");
});

it("an ntfy topic gets a title, a priority and tags", async () => {
  forwarder.behave("json-activation");
  const { url: at } = await start({ NOTIFY_URL: url("/topic"), NOTIFY_FORMAT: "ntfy" });
  await postForm(at, "/quote");
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
  const [arrival, trouble] = receiver.received.sort((a, b) =>
    String(a.headers.title) < String(b.headers.title) ? -1 : 1,
  );
  expect(trouble?.headers).toMatchObject({
    title: "Problem with quote requests",
    priority: "high",
    tags: "warning",
  });
  expect(arrival?.headers).toMatchObject({
    title: "New quote request",
    priority: "default",
    tags: "envelope",
  });
  expect(arrival?.body).toMatch(
    /^Hometown Excavating: About: Pool Excavation\. It is saved and waiting to be sent\. Id: /,
  );
});

it("with a receiver that never answers every request is delivered all the same", async () => {
  receiver.behave("hang");
  const site = await start({ NOTIFY_URL: url("/hook"), HEARTBEAT_URL: url("/beat") });
  // Whoever waited for the receiver would wait for its four attempts and their time limits: longer than this test may take.
  for (let turn = 0; turn < 10; turn++) {
    const posts = Array.from({ length: 20 }, (_, n) =>
      postForm(site.url, "/quote", { ...FORM, projectLocation: `${turn} ${n}` }),
    );
    for (const { status } of await Promise.all(posts)) expect(status).toBe(303);
  }
  expect(forwarder.received).toHaveLength(200);
  expect(receiver.received.map(({ path }) => path)).toEqual(expect.arrayContaining(["/beat", "/hook"]));
}, 100_000);

it("the heartbeat beats while all is well, and not while a request waits for more than an hour", async () => {
  const first = await start({ HEARTBEAT_URL: url("/beat") });
  await vi.waitFor(() =>
    expect(receiver.received).toMatchObject([{ method: "GET", path: "/beat", body: "" }]),
  );
  forwarder.behave("json-activation");
  await postForm(first.url, "/quote");
  await first.stop();
  const [kept] = await first.waiting();
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  await writeFile(
    join(first.outboxDir, "new", `${kept?.id}.json`),
    JSON.stringify({ ...kept, receivedAt: twoHoursAgo }),
  );
  receiver.reset();
  const site = await start({ HEARTBEAT_URL: url("/beat"), OUTBOX_DIR: first.outboxDir });
  await vi.waitFor(() => expect(site.events("outbox.waiting")).toHaveLength(1));
  expect(receiver.received).toEqual([]);
});

it("a weekly email that the mail server had not taken when the site was killed is sent by the next start", async () => {
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  await writeFile(join(dir, "report"), "2026-11-16\n");
  const settings = { OUTBOX_DIR: dir, SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" };
  mail.behave("hang");
  const first = await start({ ...settings, ...clockAt("2026-11-23T07:00:00-05:00") });
  await vi.waitFor(() => expect(mail.hanging()).toBe(1));
  await first.stop("SIGKILL");
  mail.behave("accept");
  const next = await start({ ...settings, ...clockAt("2026-11-23T09:00:00-05:00") });
  await vi.waitFor(() => expect(next.events("report.sent")).toMatchObject([{ date: "2026-11-23" }]));
  // By its id a mailbox knows a copy.
  expect(mail.received.map(({ mail }) => mail.messageId)).toEqual([
    expect.stringMatching(/^<report-2026-11-23@/),
  ]);
});

it("metrics are on a port of their own; each is right at the first look, and absent while the outbox cannot be counted", async () => {
  const metricsPort = await freePort();
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  await mkdir(join(dir, "new"));
  await mkdir(join(dir, "dead"));
  const later = { count: 1, at: inMs(-HOUR), class: "blocked", next: inMs(DAY) };
  const old = { ...sampleRequest(), receivedAt: inMs(-HOUR), tries: { forward: later, mail: later } };
  for (const place of ["new", "dead"])
    await writeFile(join(dir, place, `${old.id}.json`), JSON.stringify(old));
  const { url: at } = await start({
    ...{ METRICS_PORT: String(metricsPort), OUTBOX_DIR: dir, REPORT_DAY: "none" },
    ...{ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" },
    ...{ REDELIVERY_WAITS_S: "86400", RATE_LIMIT_MAX: "3" },
  });
  /** The metrics by name and labels. */
  const scrape = async () => {
    const { text } = await ask(`http://127.0.0.1:${metricsPort}`, "/metrics");
    expect(text).not.toMatch(PERSONAL);
    const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
    return Object.fromEntries(
      lines.map((line) => {
        const space = line.lastIndexOf(" ");
        return [line.slice(0, space), Number(line.slice(space + 1))];
      }),
    );
  };
  const outboxOf = (metrics: Record<string, number>) =>
    Object.fromEntries(Object.entries(metrics).filter(([name]) => name.startsWith("outbox_")));

  const first = await scrape();
  expect(first).toMatchObject({
    'outbox_requests{state="waiting"}': 1,
    'outbox_requests{state="dead"}': 1,
    process_resident_memory_bytes: expect.any(Number),
  });
  expect(first.outbox_oldest_seconds).toBeGreaterThanOrEqual(HOUR / 1000);
  expect(first.outbox_oldest_seconds).toBeLessThan(HOUR / 1000 + 600);

  const post = async (path: string, more: Record<string, string>) =>
    (await postForm(at, path, { ...FORM, ...more })).status;
  expect(await post("/quote", { fullName: "One" })).toBe(303);
  await vi.waitFor(() => expect(mail.received).toHaveLength(1));
  mail.behave("refuse");
  expect(await post("/quote", { fullName: "Two" })).toBe(303);
  forwarder.behave("json-activation");
  expect(await post("/contact", { fullName: "Three" })).toBe(303);
  expect(await post("/quote", { fullName: "Four" })).toBe(429);
  const counted = {
    'quote_requests_total{form="quote",state="accepted"}': 2,
    'quote_requests_total{form="contact",state="waiting"}': 1,
    'quote_requests_total{form="quote",state="held"}': 1,
    'quote_attempt_seconds_count{channel="forward",class="accepted"}': 2,
    'quote_attempt_seconds_count{channel="forward",class="needs-activation"}': 1,
    'quote_attempt_seconds_count{channel="mail",class="mail-accepted"}': 1,
    'quote_attempt_seconds_count{channel="mail",class="mail-request-refused"}': 2,
    'quote_attempt_seconds_bucket{le="+Inf",channel="mail",class="mail-request-refused"}': 2,
    'site_problems_total{event="quote.kept",level="error"}': 3,
    'site_problems_total{event="outbox.waiting",level="error"}': 1,
  };
  // The visitor waits for one channel only.
  const metrics = await vi.waitFor(async () => {
    const found = await scrape();
    expect(found).toMatchObject(counted);
    return found;
  });
  expect(outboxOf(metrics)).toEqual({
    // The old one, the one that both refused, and the one that is held.
    'outbox_requests{state="waiting"}': 3,
    'outbox_requests{state="partial"}': 1,
    'outbox_requests{state="damaged"}': 0,
    'outbox_requests{state="dead"}': 1,
    outbox_oldest_seconds: expect.any(Number),
  });
  const seconds = metrics['quote_attempt_seconds_sum{channel="forward",class="accepted"}'];
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(60);

  await rename(join(dir, "new"), join(dir, "aside"));
  await writeFile(join(dir, "new"), "");
  await vi.waitFor(async () => expect(outboxOf(await scrape())).toEqual({}));
  await rm(join(dir, "new"));
  await rename(join(dir, "aside"), join(dir, "new"));
  await vi.waitFor(async () =>
    expect(await scrape()).toMatchObject({ 'outbox_requests{state="waiting"}': 3 }),
  );

  // The public learns nothing of this, nor the version; and without NOTIFY_URL and HEARTBEAT_URL nobody is called.
  expect((await ask(at, "/metrics")).status).toBe(404);
  expect((await ask(at, "/healthz")).text).toBe("ok\n");
  expect((await ask(`http://127.0.0.1:${metricsPort}`, "/healthz")).text).toBe(`ok ${packageJson.version}\n`);
  expect(receiver.received).toEqual([]);
});
