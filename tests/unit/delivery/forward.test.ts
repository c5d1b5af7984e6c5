import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
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

it("sends every field as multipart, every character and line break intact, and says who it is: the site's own origin, and no browser", async () => {
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

it("reads at most 64 KiB of an answer", async () => {
  forwarder.behave("huge");
  expect(await send()).toMatchObject({ class: "accepted", bytes: 65_536 });
});

it.each(["hang", "hang-after-headers", "drip"] as const)(
  "gives up on %s when its time is over",
  async (mode) => {
    forwarder.behave(mode);
    const attempt = await send({ timeoutMs: 500 });
    expect(attempt).toMatchObject({ class: "unknown", code: "TimeoutError" });
    expect(attempt.ms).toBeGreaterThanOrEqual(450);
    expect(attempt.ms).toBeLessThan(8_000);
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
])("asks for no coding, and reads all the same: a %s", async (_name, options, expected) => {
  forwarder.behave("coded", options);
  expect(await send()).toMatchObject({ class: expected, status: 200 });
  expect(forwarder.received[0]?.headers["accept-encoding"]).toBe("identity");
});

it("reads Retry-After, as seconds or as a date", async () => {
  forwarder.behave("status", { status: 429, retryAfter: 120 });
  expect(await send()).toMatchObject({ class: "throttled", retryAfterS: 120 });
  forwarder.behave("status", { status: 503, retryAfter: new Date(Date.now() + 90_000).toUTCString() });
  const { retryAfterS } = await send();
  expect(retryAfterS).toBeGreaterThan(60);
  expect(retryAfterS).toBeLessThanOrEqual(90);
});

describe("what never left the site is unreachable", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  /** The URL of a server that does this with a connection and speaks no TLS. */
  async function without(tls: (socket: Socket) => void): Promise<string> {
    const server = createServer(tls).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/ajax/x`;
  }

  it("where nobody has the name, there is no TLS, or the connection is reset before it is encrypted", async () => {
    const resets = await without((socket) => socket.once("data", () => socket.resetAndDestroy()));
    for (const forwardUrl of ["http://nowhere.invalid/x", forwarder.url.replace("http:", "https:"), resets])
      expect(await send({ forwardUrl })).toMatchObject({ class: "unreachable" });
  });

  it("where the time limit is over while it connects", async () => {
    const forwardUrl = await without((socket) => socket.on("error", () => {}));
    const attempt = await send({ forwardUrl, timeoutMs: 300 });
    expect(attempt).toMatchObject({ class: "unreachable", code: "TimeoutError" });
    expect(attempt.ms).toBeLessThan(1_500);
  });

  it("where eight wait for a service that hangs, and the time of a ninth is over", async () => {
    forwarder.behave("hang");
    const eight = Array.from({ length: 8 }, () => send({ timeoutMs: 2_000 }));
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(8));
    expect(await send({ timeoutMs: 300 })).toMatchObject({ class: "unreachable", code: "TimeoutError" });
    for (const one of eight) expect(await one).toMatchObject({ class: "unknown", code: "TimeoutError" });
    expect(forwarder.received).toHaveLength(8);
  });
});
