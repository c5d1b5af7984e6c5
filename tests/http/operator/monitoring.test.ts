import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import packageJson from "../../../package.json";
import { clockAt } from "../../clock";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { freePort, type Site, startSite } from "../../start-site";
import { ask, FORM, postForm } from "../post";
import { startReceiver } from "./receiver";

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
  const site = await startSite({ FORWARD_URL: forwarder.url, REDELIVERY_WAITS_S: "2,2", ...settings });
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
    title: "Trouble with requests",
    priority: "high",
    tags: "warning",
  });
  expect(arrival?.headers).toMatchObject({
    title: "New quote request",
    priority: "default",
    tags: "envelope",
  });
  expect(arrival?.body).toMatch(
    /^Hometown Excavating: About: Pool Excavation\. It is saved and waits to be sent\. Id: /,
  );
});

it("with a receiver that never answers 200 requests are delivered as fast as without one", async () => {
  receiver.hang();
  const calls = { NOTIFY_URL: url("/hook"), HEARTBEAT_URL: url("/beat") };
  const both = [await start({}), await start(calls)];
  const took = [0, 0];
  // In turns of 20, so that both have the same machine.
  for (let turn = 0; turn < 10; turn++)
    for (const [i, site] of both.entries()) {
      const began = performance.now();
      const posts = Array.from({ length: 20 }, (_, n) =>
        postForm(site.url, "/quote", { ...FORM, projectLocation: `${i} ${turn} ${n}` }),
      );
      for (const { status } of await Promise.all(posts)) expect(status).toBe(303);
      took[i] = (took[i] ?? 0) + performance.now() - began;
    }
  const [without = 0, with_ = 0] = took;
  expect(forwarder.received).toHaveLength(400);
  expect(receiver.received.length).toBeGreaterThan(0);
  expect(with_).toBeLessThan(1.5 * without + 1_000);
});

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
  expect(mail.received).toHaveLength(1);
});

it("metrics are on a port of their own, count what happens, and name nobody; nobody is called", async () => {
  const port = await freePort();
  const { url: at } = await start({ METRICS_PORT: String(port) });
  await postForm(at, "/quote");
  forwarder.behave("json-activation");
  await postForm(at, "/contact");
  const metrics = async () => (await ask(`http://127.0.0.1:${port}`, "/metrics")).text;
  await vi.waitFor(async () => expect(await metrics()).toContain('outbox_requests{state="waiting"} 1'));
  const text = await metrics();
  expect(text).toContain('quote_requests_total{form="quote",state="accepted"} 1');
  expect(text).toContain('quote_requests_total{form="contact",state="waiting"} 1');
  expect(text).toContain('quote_attempt_seconds_count{channel="forward",class="accepted"} 1');
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toMatch(PERSONAL);
  expect((await ask(at, "/metrics")).status).toBe(404);
  // The public learns only yes or no.
  expect(JSON.parse((await ask(at, "/readyz")).text)).toEqual({ outbox: "writable" });
  // So does it of the version, which only the operator's port tells.
  expect((await ask(`http://127.0.0.1:${port}`, "/healthz")).text).toBe(`ok ${packageJson.version}\n`);
  expect((await ask(at, "/healthz")).text).toBe("ok\n");
  // Without NOTIFY_URL and HEARTBEAT_URL.
  expect(forwarder.received).toHaveLength(2);
  expect(receiver.received).toEqual([]);
});
