import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { relay } from "~/quote/delivery/relay.server";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { freePort } from "../../start-site";
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
  it("sends the nine fields as multipart, every character and line break intact", async () => {
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "accepted", status: 200 });
    const [arrival] = forwarder.received;
    expect(arrival?.contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(arrival?.error).toBeUndefined();
    expect(arrival?.fields).toEqual([
      ["_subject", "New Quote Request from Website"],
      ["_captcha", "false"],
      ["_template", "table"],
      ["full_name", "Renée O’Brien – 水"],
      ["email", "renee@example.com"],
      ["phone", "(269) 555-0188"],
      ["project_type", "pool-excavation"],
      ["project_location", "12 Côte Rd"],
      ["additional_notes", "First\r\nSecond"],
    ]);
  });

  it("sends an empty string for absent notes", async () => {
    await relay(sampleRequest("quote", { additionalNotes: "" }), settings());
    expect(forwarder.received[0]?.fields.at(-1)).toEqual(["additional_notes", ""]);
  });

  it("says who it is: the site's own origin, constant, and no browser", async () => {
    await relay(sampleRequest(), settings());
    expect(forwarder.received[0]?.headers).toMatchObject({
      accept: expect.stringContaining("application/json"),
      origin: "https://dig.example",
      referer: "https://dig.example/",
      "user-agent": "excavation-website (+https://dig.example)",
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

  it("reads an answer behind 17 KiB of headers", async () => {
    forwarder.behave("big-headers");
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "accepted" });
  });

  it.each(["parked", "suspended", "captcha", "html-negated", "html-other", "text", "empty"] as const)(
    "does not take %s for a yes, from an address that promises JSON",
    async (mode) => {
      forwarder.behave(mode);
      expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "unclear", status: 200 });
      const forwardUrl = `${forwarder.origin}/test`;
      const plain = await relay(sampleRequest(), settings({ forwardUrl }));
      expect(plain).toMatchObject({ class: "presumed-accepted", status: 200 });
    },
  );

  it.each([
    ["json-error", "refused"],
    ["json-false-array", "refused"],
    ["partial", "unclear"],
  ] as const)("does not take %s for a yes, from any address", async (mode, expected) => {
    forwarder.behave(mode);
    for (const forwardUrl of [forwarder.url, `${forwarder.origin}/test`]) {
      expect(await relay(sampleRequest(), settings({ forwardUrl }))).toMatchObject({ class: expected });
    }
  });

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

  it.each(["cut-body", "hang-after-headers", "drip"] as const)(
    "does not take a body that breaks off for a yes, from any address: %s",
    async (mode) => {
      forwarder.behave(mode);
      for (const forwardUrl of [forwarder.url, `${forwarder.origin}/test`]) {
        const attempt = await relay(sampleRequest(), settings({ timeoutMs: 1_000, forwardUrl }));
        expect(attempt).toMatchObject({ class: "unknown", status: 200, code: expect.any(String) });
      }
    },
  );

  it.each(["continue-first", "lf-only"] as const)(
    "does not know what came of a request whose answer cannot be read: %s",
    async (mode) => {
      forwarder.behave(mode);
      expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "unknown" });
      expect(forwarder.received).toHaveLength(1);
    },
  );

  it("does not follow a redirect", async () => {
    forwarder.behave("redirect");
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "redirected", status: 302 });
    expect(forwarder.received).toHaveLength(1);
  });

  it("reads Retry-After", async () => {
    forwarder.behave("status", { status: 429, retryAfter: 120 });
    expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "throttled", retryAfterS: 120 });
    forwarder.behave("status", { status: 503, retryAfter: new Date(Date.now() + 90_000).toUTCString() });
    const { retryAfterS } = await relay(sampleRequest(), settings());
    expect(retryAfterS).toBeGreaterThan(60);
    expect(retryAfterS).toBeLessThanOrEqual(90);
  });

  it("calls nobody where nobody listens", async () => {
    const forwardUrl = `http://127.0.0.1:${await freePort()}/ajax/x`;
    expect(await relay(sampleRequest(), settings({ forwardUrl }))).toMatchObject({
      class: "unreachable",
      code: "ECONNREFUSED",
    });
    expect(await relay(sampleRequest(), settings({ forwardUrl: "http://nowhere.invalid/x" }))).toMatchObject({
      class: "unreachable",
    });
    // TLS where there is none.
    const tls = forwarder.url.replace("http:", "https:");
    expect(await relay(sampleRequest(), settings({ forwardUrl: tls }))).toMatchObject({
      class: "unreachable",
    });
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

it("makes one attempt, no retry: a connection that is reset after the request was read may have carried it", async () => {
  forwarder.behave("reset");
  expect(await relay(sampleRequest(), settings())).toMatchObject({ class: "unknown" });
  expect(forwarder.received).toHaveLength(1);
});
