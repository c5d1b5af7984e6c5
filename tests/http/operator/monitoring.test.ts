import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import packageJson from "../../../package.json";
import { SERVICE } from "../../contractor/offered";
import { freePort } from "../../start-site";
import { DAY, inMs, MINUTE, sampleQuote } from "../../unit/quote/intake/sample-quote";
import { ask, FORM, postForm } from "../post";
import { byMail, forwarder, mail, start as startSite } from "../services";
import { freshSurroundings, makeOldOutbox, receiver } from "./surroundings";

const HOUR = 60 * MINUTE;

freshSurroundings();
const url = (path: string) => receiver.url(path);
const start = async (settings: Record<string, string>) =>
  startSite({ REDELIVERY_WAITS_S: "2,2", OUTBOX_DIR: await makeOldOutbox(), ...settings });

it("messages: the owner gets one with the service, and no login is logged, when a request arrives", async () => {
  const withLogin = (plain: string) => plain.replace("//", "//dig%40home:s3cr%C3%A9t%23@");
  const site = await start({
    ...{ FORWARD_URL: withLogin(forwarder.url), HEARTBEAT_URL: withLogin(url("/beat")) },
    ...{ NOTIFY_URL: withLogin(url("/hook")), LOG_LEVEL: "debug" },
  });
  expect((await postForm(site.url, "/quote")).status).toBe(303);
  expect(forwarder.received).toHaveLength(1);
  const hooks = () => receiver.received.filter(({ path }) => path === "/hook");
  await vi.waitFor(() => expect(hooks()).toHaveLength(1));
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(JSON.parse(hooks()[0]?.body ?? "")).toMatchObject({
    type: "request.arrived",
    data: { requests: [{ form: "quote", state: "accepted", service: SERVICE.title, id }] },
  });
  const authorization = `Basic ${Buffer.from("dig@home:s3crét#").toString("base64")}`;
  const beat = expect.objectContaining({ method: "GET", path: "/beat", body: "" });
  await vi.waitFor(() => expect(receiver.received).toContainEqual(beat));
  for (const { headers } of [...receiver.received, ...forwarder.received])
    expect(headers).toMatchObject({ authorization });
  expect(site.output()).not.toMatch(/s3cr|Basic/);
});

it("messages: every request is delivered when the receiver never responds", async () => {
  receiver.behave("hang");
  const site = await start({ NOTIFY_URL: url("/hook"), HEARTBEAT_URL: url("/beat") });
  // Whoever waited for the receiver would wait for its four attempts, each of ten seconds.
  const before = performance.now();
  for (const projectLocation of ["Here", "There"])
    expect((await postForm(site.url, "/quote", { ...FORM, projectLocation })).status).toBe(303);
  expect(performance.now() - before).toBeLessThan(9_000);
  expect(forwarder.received).toHaveLength(2);
  const called = () => new Set(receiver.received.map(({ path }) => path));
  await vi.waitFor(() => expect(called()).toEqual(new Set(["/beat", "/hook"])));
});

it("metrics: each is right at the first scrape, and absent when the outbox cannot be counted", async () => {
  const METRICS_PORT = String(await freePort());
  const metricsUrl = `http://127.0.0.1:${METRICS_PORT}`;
  const OUTBOX_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
  const later = { count: 1, at: inMs(-HOUR), class: "blocked", next: inMs(DAY) };
  const tries = { forward: later, mail: later };
  await openFolder(OUTBOX_DIR).update({ ...sampleQuote(), receivedAt: inMs(-HOUR), tries });
  await openFolder(OUTBOX_DIR).markDead(gaveUp(sampleQuote("contact"), new Date()));
  const { url: at } = await start({
    ...{ ...byMail(), METRICS_PORT, OUTBOX_DIR, REDELIVERY_WAITS_S: "86400", MAIL_AFTER_S: "0" },
    ...{ RATE_LIMIT_MAX: "3", TRUSTED_PROXIES: "1" },
  });
  /** The metrics by name and labels. */
  const scrape = async (): Promise<Record<string, number>> => {
    const { text } = await ask(metricsUrl, "/metrics");
    const lines = [...text.matchAll(/^(?!#)(.+) (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
  };
  const outboxOf = (metrics: Record<string, number>) =>
    Object.fromEntries(Object.entries(metrics).filter(([name]) => name.startsWith("outbox_")));

  const first = await scrape();
  const states = { waiting: 1, partial: 0, damaged: 0, dead: 1 };
  const stored = Object.entries(states).map(([state, count]) => [`outbox_requests{state="${state}"}`, count]);
  const oldest = { outbox_oldest_seconds: expect.any(Number) };
  expect(outboxOf(first)).toEqual({ ...Object.fromEntries(stored), ...oldest });
  const held = {
    'site_condition{condition="requests.given_up"}': 1,
    'site_condition{condition="requests.waiting"}': 1,
    'site_condition{condition="requests.damaged"}': 0,
  };
  await vi.waitFor(async () => expect(await scrape()).toMatchObject(held));
  expect(first.process_resident_memory_bytes).toEqual(expect.any(Number));
  expect(first.outbox_oldest_seconds).toBeGreaterThanOrEqual(HOUR / 1000);
  expect(first.outbox_oldest_seconds).toBeLessThan(HOUR / 1000 + 600);

  const post = async (path: string, fullName: string) =>
    (await postForm(at, path, { ...FORM, fullName }, { "x-forwarded-for": "203.0.113.9" })).status;
  expect(await post("/quote", "One")).toBe(303);
  await vi.waitFor(() => expect(mail.received).toHaveLength(1));
  mail.behave("refuse");
  expect(await post("/quote", "Two")).toBe(303);
  forwarder.behave("json-activation");
  expect(await post("/contact", "Three")).toBe(303);
  expect(await post("/quote", "Four")).toBe(429);
  const counted = {
    'quote_requests_total{form="quote",state="accepted"}': 2,
    'quote_requests_total{form="contact",state="waiting"}': 1,
    'quote_requests_total{form="quote",state="held"}': 1,
    'quote_attempt_seconds_count{channel="forward",class="accepted"}': 2,
    'quote_attempt_seconds_count{channel="forward",class="needs-activation"}': 1,
    'quote_attempt_seconds_count{channel="mail",class="mail-accepted"}': 1,
    'quote_attempt_seconds_bucket{le="+Inf",channel="mail",class="mail-request-refused"}': 2,
    // The old one, the one that both refused, and the one that is held.
    'outbox_requests{state="waiting"}': 3,
    'outbox_requests{state="partial"}': 1,
  };
  // The visitor waits for one channel only.
  await vi.waitFor(async () => expect(await scrape()).toMatchObject(counted));
  const seconds = 'quote_attempt_seconds_sum{channel="forward",class="accepted"}';
  expect((await scrape())[seconds]).toBeLessThan(60);

  // The site makes it again, perhaps before the file.
  await vi.waitFor(async () => {
    await rm(join(OUTBOX_DIR, "new"), { recursive: true, force: true });
    await writeFile(join(OUTBOX_DIR, "new"), "");
  });
  await vi.waitFor(async () => expect(outboxOf(await scrape())).toEqual({}));

  // The public learns nothing of this, nor the version; and without NOTIFY_URL and HEARTBEAT_URL nobody is called.
  expect((await ask(at, "/metrics")).status).toBe(404);
  expect((await ask(at, "/healthz")).text).toBe("ok\n");
  expect((await ask(metricsUrl, "/healthz")).text).toBe(`ok ${packageJson.version}\n`);
  expect(receiver.received).toEqual([]);
});
