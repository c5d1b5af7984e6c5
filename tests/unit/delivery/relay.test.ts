import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { relay } from "~/quote/delivery/relay.server";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { sampleRequest } from "../submit/sample-request";

let forwarder: Forwarder;
beforeAll(async () => {
  forwarder = await startForwarder();
});
beforeEach(() => forwarder.reset());
afterAll(() => forwarder.close());

const settings = (changes = {}) => ({
  forwardUrl: forwarder.url,
  siteOrigin: "https://dig.example",
  timeoutMs: 10_000,
  ...changes,
});

describe("over a real connection", () => {
  it("sends multipart, every character and line break intact", async () => {
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "accepted", status: 200 });
    const [arrival] = forwarder.received;
    expect(arrival?.contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(arrival?.fields).toContainEqual(["full_name", "Renée O’Brien – 水"]);
    expect(arrival?.fields.at(-1)).toEqual(["additional_notes", "First\r\nSecond"]);
  });

  it("says who it is: the site's own origin, constant, and no browser", async () => {
    await relay(sampleRequest(), settings());
    expect(forwarder.received[0]?.headers).toMatchObject({
      accept: expect.stringContaining("application/json"),
      origin: "https://dig.example",
      referer: "https://dig.example/",
      "user-agent": "contractor-website (+https://dig.example)",
    });
    expect(Number(forwarder.received[0]?.headers["content-length"])).toBe(forwarder.received[0]?.bytes);
  });

  it("reads at most 64 KiB of an answer", async () => {
    forwarder.behave("huge");
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "accepted", bytes: 65_536 });
  });

  it.each(["hang", "hang-after-headers", "drip"] as const)(
    "gives up on %s when its time is over",
    async (mode) => {
      forwarder.behave(mode);
      const attempt = await relay(sampleRequest(), settings({ timeoutMs: 500 }));
      expect(attempt).toMatchObject({ class: "unknown", code: "TimeoutError" });
      expect(attempt.ms).toBeGreaterThanOrEqual(450);
      expect(attempt.ms).toBeLessThan(8_000);
      expect(forwarder.received).toHaveLength(1);
    },
  );

  it.each(["gzip", "br", "deflate", "identity, gzip"])(
    "asks for no coding, and reads %s all the same",
    async (coding) => {
      forwarder.behave("coded", { coding });
      expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "refused", status: 200 });
      expect(forwarder.received[0]?.headers["accept-encoding"]).toBe("identity");
      forwarder.behave("coded", { coding, body: '{"success":"true"}' });
      expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "accepted", status: 200 });
    },
  );

  it.each([
    ["a coding that nobody knows", { coding: "x-unknown", body: '{"success":"true"}' }],
    ["what decodes to more than 64 KiB", { body: `{"success":"true"}${" ".repeat(10_000_000)}` }],
  ])("does not take %s for a yes", async (_what, options) => {
    forwarder.behave("coded", options);
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "unclear", status: 200 });
  });

  it("reads Retry-After", async () => {
    forwarder.behave("status", { status: 429, retryAfter: 120 });
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "throttled", retryAfterS: 120 });
    forwarder.behave("status", { status: 503, retryAfter: new Date(Date.now() + 90_000).toUTCString() });
    const { retryAfterS } = await relay(sampleRequest(), settings());
    expect(retryAfterS).toBeGreaterThan(60);
    expect(retryAfterS).toBeLessThanOrEqual(90);
  });

  it("is unreachable where nobody is", async () => {
    // Nobody has this name, and there is no TLS.
    for (const forwardUrl of ["http://nowhere.invalid/x", forwarder.url.replace("http:", "https:")])
      expect(await relay(sampleRequest(), settings({ forwardUrl }))).toMatchObject({ class: "unreachable" });
  });
});

describe("what never left the site", () => {
  /** The URL of a server that does this with a connection and speaks no TLS. */
  async function without(tls: (socket: Socket) => void): Promise<string> {
    const server = createServer(tls).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/ajax/x`;
  }
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it("a connection that is reset before it is encrypted has carried nothing", async () => {
    const forwardUrl = await without((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await relay(sampleRequest(), settings({ forwardUrl }))).toMatchObject({
      class: "unreachable",
      code: "ECONNRESET",
    });
  });

  it("the time limit holds while it connects", async () => {
    const forwardUrl = await without((socket) => socket.on("error", () => {}));
    const attempt = await relay(sampleRequest(), settings({ forwardUrl, timeoutMs: 300 }));
    expect(attempt).toMatchObject({ class: "unreachable", code: "TimeoutError" });
    expect(attempt.ms).toBeLessThan(1_500);
  });

  it("while eight wait for a service that hangs, a ninth has not left when its time is over", async () => {
    forwarder.behave("hang");
    const send = (timeoutMs: number) => relay(sampleRequest(), settings({ timeoutMs }));
    const eight = Array.from({ length: 8 }, () => send(2_000));
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(8));
    expect(await send(300)).toMatchObject({ class: "unreachable", code: "TimeoutError" });
    for (const one of eight) expect(await one).toMatchObject({ class: "unknown", code: "TimeoutError" });
    expect(forwarder.received).toHaveLength(8);
  });
});
