import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { relay } from "~/quote/delivery/channels/forward.server";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { ARRIVED } from "../../http/post";
import { sampleQuote } from "../intake/sample-quote";

/** Over real connections. */

let forwarder: Forwarder;
beforeAll(async () => {
  forwarder = await startForwarder();
});
beforeEach(() => forwarder.reset());
afterAll(() => forwarder.close());

const send = (changes = {}) =>
  relay(sampleQuote(), {
    ...{ forwardUrl: forwarder.url, siteOrigin: "https://dig.example", timeoutMs: 10_000 },
    ...changes,
  });

it("forward: every field arrives as it was typed, as multipart with the site's origin", async () => {
  expect(await send()).toMatchObject({ class: "accepted", status: 200 });
  const [{ contentType = "", fields = [], headers = {}, bytes = 0 } = {}] = forwarder.received;
  expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
  expect(fields).toEqual(ARRIVED("New Quote Request from Website"));
  expect(headers).toMatchObject({
    accept: expect.stringContaining("application/json"),
    origin: "https://dig.example",
    referer: "https://dig.example/",
    "user-agent": "contractor-website (+https://dig.example)",
    "content-length": String(bytes),
  });
});

it("forward: at most 64 KiB are read when the response is huge", async () => {
  forwarder.behave("huge");
  expect(await send()).toMatchObject({ class: "accepted", bytes: 65_536 });
});

it.each(["hang", "hang-after-headers", "drip"] as const)(
  "forward: the class is unknown after the time limit when the service does %s",
  async (mode) => {
    forwarder.behave(mode);
    const attempt = await send({ timeoutMs: 500 });
    expect(attempt).toMatchObject({ class: "unknown", code: "TimeoutError" });
    expect(attempt.ms).toBeGreaterThanOrEqual(450);
    expect(forwarder.received).toHaveLength(1);
  },
);

const YES = '{"success":"true"}';
it.each([
  ...["gzip", "br", "deflate", "identity, gzip"].flatMap((coding) => [
    [`no in ${coding}`, { coding }, "refused"] as const,
    [`yes in ${coding}`, { coding, body: YES }, "accepted"] as const,
  ]),
  ["no yes in a coding that nobody knows", { coding: "x-unknown", body: YES }, "unclear"] as const,
  ["no yes in more than 64 KiB", { body: `${YES}${" ".repeat(10_000_000)}` }, "unclear"] as const,
])(
  "forward: no coding is asked for, and the response is read when it is a %s",
  async (_name, options, expected) => {
    forwarder.behave("coded", options);
    expect(await send()).toMatchObject({ class: expected, status: 200 });
    expect(forwarder.received[0]?.headers["accept-encoding"]).toBe("identity");
  },
);

it("forward: Retry-After is read when it is seconds or a date", async () => {
  forwarder.behave("status", { status: 429, retryAfter: 120 });
  expect(await send()).toMatchObject({ class: "throttled", retryAfterS: 120 });
  forwarder.behave("status", { status: 503, retryAfter: new Date(Date.now() + 90_000).toUTCString() });
  const { retryAfterS } = await send();
  expect(retryAfterS).toBeGreaterThan(60);
  expect(retryAfterS).toBeLessThanOrEqual(90);
});

/** The URL of a server that does this with a connection and speaks no TLS. */
async function withoutTls(act: (socket: Socket) => void): Promise<string> {
  const server = createServer(act).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/ajax/x`;
}

const hangUp = (socket: Socket) => void socket.once("data", () => socket.resetAndDestroy());
it.each([
  ["nobody has the name", async () => "http://nowhere.invalid/x"],
  ["there is no TLS", async () => forwarder.url.replace("http:", "https:")],
  ["the connection is reset before it is encrypted", () => withoutTls(hangUp)],
  [
    "the time limit is over before it is encrypted",
    () => withoutTls((socket) => socket.on("error", () => {})),
  ],
])("forward: the class is unreachable when %s", async (_, url) => {
  expect(await send({ forwardUrl: await url(), timeoutMs: 1_000 })).toMatchObject({ class: "unreachable" });
});

it("forward: the ninth is unreachable when eight wait for a service that hangs", async () => {
  forwarder.behave("hang");
  const eight = Array.from({ length: 8 }, () => send({ timeoutMs: 3_000 }));
  await vi.waitFor(() => expect(forwarder.received).toHaveLength(8));
  expect(await send({ timeoutMs: 300 })).toMatchObject({ class: "unreachable", code: "TimeoutError" });
  for (const one of eight) expect(await one).toMatchObject({ class: "unknown", code: "TimeoutError" });
  expect(forwarder.received).toHaveLength(8);
});
