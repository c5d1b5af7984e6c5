import { rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import packageJson from "../../package.json";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { freePort, type Site, startSite } from "../start-site";
import { ask, FORM, postForm } from "./post";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** What nobody but the owner may read. */
const PERSONAL = new RegExp(
  [FORM.fullName, FORM.email, FORM.phone, FORM.projectLocation, FORM.additionalNotes]
    .filter(Boolean)
    .map((value) => String(value).replace(/[^\w@ ]/g, "."))
    .join("|"),
  "i",
);

type Received = { method?: string; path?: string; headers: IncomingMessage["headers"]; body: string };

let forwarder: Forwarder;
let receiver: Server;
let received: Received[];
let behavior: "accept" | "hang" | "fail";
let site: Site | undefined;
beforeAll(async () => {
  forwarder = await startForwarder();
  receiver = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    if (behavior === "hang") return;
    response.writeHead(behavior === "fail" ? 500 : 200).end("ok");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  forwarder.reset();
  received = [];
  behavior = "accept";
});
afterEach(async () => {
  await site?.end();
  site = undefined;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await forwarder.close();
});
const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const start = async (settings: Record<string, string>) => {
  site = await startSite({ FORWARD_URL: forwarder.url, REDELIVERY_WAITS_S: "2,2", ...settings });
  return site;
};
const bodies = () => received.map(({ body }) => JSON.parse(body));

it("the owner gets one signed message for a request, with its service and nothing personal", async () => {
  const { url: at } = await start({ NOTIFY_URL: url("/hook"), NOTIFY_SECRET: SECRET });
  expect((await postForm(at, "/quote")).status).toBe(303);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  const [{ headers, body, path } = { headers: {}, body: "", path: "" }] = received;
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
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(bodies()[0].data.service).toBe("another service");
  expect(received[0]?.body).not.toContain("Call");
});

it("a form that is not activated is trouble, and the message says when it is over", async () => {
  forwarder.behave("json-activation");
  const { url: at } = await start({ NOTIFY_URL: url("/hook") });
  await postForm(at, "/quote");
  await vi.waitFor(() => expect(received).toHaveLength(2));
  const [arrival, trouble] = bodies().sort((a, b) => (a.type < b.type ? -1 : 1));
  expect([arrival.type, trouble.type]).toEqual(["request.arrived", "trouble"]);
  expect(trouble.data).toMatchObject({ event: "quote.kept", class: "needs-activation" });
  expect(trouble.data.text).toContain("click the link in the email");
  expect(arrival.data).toMatchObject({ state: "waiting" });
  forwarder.reset();
  // Messages of one kind are a minute apart.
  await vi.waitFor(() => expect(bodies().at(-1)).toMatchObject({ type: "trouble.over" }), {
    timeout: 90_000,
  });
  expect(received).toHaveLength(3);
  expect(JSON.stringify(received)).not.toMatch(PERSONAL);
}, 120_000);

it("a disk that refuses is trouble, and its end is told though no visitor comes", async () => {
  const { url: at, outboxDir } = await start({ NOTIFY_URL: url("/hook") });
  await vi.waitFor(() => expect(site?.events("outbox.durable")).toHaveLength(1));
  await rename(join(outboxDir, "new"), join(outboxDir, "aside"));
  await writeFile(join(outboxDir, "new"), "");
  expect((await postForm(at, "/quote")).status).toBe(303);
  const troubles = () => bodies().filter(({ type }) => type !== "request.arrived");
  const named = (event: string) => troubles().filter(({ data }) => data.event === event);
  await vi.waitFor(() => expect(named("outbox.unwritable")).toMatchObject([{ type: "trouble" }]));
  await rm(join(outboxDir, "new"));
  await rename(join(outboxDir, "aside"), join(outboxDir, "new"));
  await vi.waitFor(() =>
    expect(site?.events("problem.over")).toContainEqual(
      expect.objectContaining({ problem: "outbox.unwritable" }),
    ),
  );
  await vi.waitFor(() => expect(named("outbox.unwritable").at(-1)).toMatchObject({ type: "trouble.over" }), {
    timeout: 90_000,
  });
}, 120_000);

it("an ntfy topic gets a title, a priority and tags", async () => {
  forwarder.behave("json-activation");
  const { url: at } = await start({ NOTIFY_URL: url("/topic"), NOTIFY_FORMAT: "ntfy" });
  await postForm(at, "/quote");
  await vi.waitFor(() => expect(received).toHaveLength(2));
  const [arrival, trouble] = received.sort((a, b) =>
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

it("a receiver that never answers delays no visitor and no delivery", async () => {
  behavior = "hang";
  const { url: at } = await start({
    NOTIFY_URL: url("/hook"),
    HEARTBEAT_URL: url("/beat"),
    RATE_LIMIT_MAX: "1000",
  });
  const started = performance.now();
  for (let n = 0; n < 30; n++)
    expect((await postForm(at, "/quote", { ...FORM, projectLocation: `${n}` })).status).toBe(303);
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(forwarder.received).toHaveLength(30);
});

it("the heartbeat beats while all is well, and not while a request waits for more than an hour", async () => {
  const first = await start({ HEARTBEAT_URL: url("/beat") });
  await vi.waitFor(() => expect(received).toMatchObject([{ method: "GET", path: "/beat", body: "" }]));
  forwarder.behave("json-activation");
  await postForm(first.url, "/quote");
  await first.stop();
  const [kept] = await first.waiting();
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  await writeFile(
    join(first.outboxDir, "new", `${kept?.id}.json`),
    JSON.stringify({ ...kept, receivedAt: twoHoursAgo }),
  );
  received = [];
  site = await startSite({ HEARTBEAT_URL: url("/beat"), OUTBOX_DIR: first.outboxDir });
  await vi.waitFor(() => expect(site?.events("outbox.waiting")).toHaveLength(1));
  expect(received).toEqual([]);
});

it("metrics are on a port of their own, count what happens, and name nobody", async () => {
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
});

it("without these settings nobody is called", async () => {
  const { url: at } = await start({});
  await postForm(at, "/quote");
  await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
  expect(received).toEqual([]);
});
