import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { relay } from "~/quote/delivery/channels/forward.server";
import { type Forwarder, startForwarder } from "../../../forwarder/forwarder.mjs";
import { ARRIVED } from "../../../http/post";
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
    const attempt = await send({ timeoutMs: 3_000 });
    expect(attempt).toMatchObject({ class: "unknown", code: "TimeoutError" });
    expect(attempt.ms).toBeGreaterThanOrEqual(2_950);
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
])("forward: no coding is asked for and a response is read when it is a %s", async (_, options, expected) => {
  forwarder.behave("coded", options);
  expect(await send()).toMatchObject({ class: expected, status: 200 });
  expect(forwarder.received[0]?.headers["accept-encoding"]).toBe("identity");
});

it("forward: Retry-After is read when it is seconds or a date", async () => {
  forwarder.behave("status", { status: 429, retryAfter: 120 });
  expect(await send()).toMatchObject({ class: "throttled", retryAfterS: 120 });
  forwarder.behave("status", { status: 503, retryAfter: new Date(Date.now() + 90_000).toUTCString() });
  const { retryAfterS } = await send();
  expect(retryAfterS).toBeGreaterThan(60);
  expect(retryAfterS).toBeLessThanOrEqual(90);
});

/** The host and port of a server that listens until its test is over. */
async function listening(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("forward: the new address is known, without what its query holds, when the form has moved", async () => {
  const answers = [[308, { location: "/new/f?token=s3cret" }] as const, [301, {}] as const];
  const server = createHttpServer((request, response) => {
    const [status = 200, headers = {}] = answers.shift() ?? [];
    request.resume().on("end", () => response.writeHead(status, headers).end());
  });
  const forwardUrl = `http://${await listening(server)}/f`;
  const location = expect.stringMatching(/^http:\/\/127.*\/new\/f$/);
  expect(await send({ forwardUrl })).toMatchObject({ class: "moved", location });
  expect((await send({ forwardUrl })).location).toBeUndefined();
});

it("forward: an empty response is unclear once the address has answered in JSON, else presumed", async () => {
  const classes: string[] = [];
  for (const [mode, status] of [["empty"], ["json-true"], ["empty"], ["status", 204]] as const) {
    forwarder.behave(mode, { status });
    classes.push((await send({ forwardUrl: `${forwarder.origin}/silent` })).class);
  }
  expect(classes).toEqual(["presumed-accepted", "accepted", "unclear", "unclear"]);
});

/** The URL of a server that does this with a connection and speaks no TLS. */
const withoutTls = async (act: (socket: Socket) => void) =>
  `https://${await listening(createServer(act))}/ajax/x`;

const sayNothing = (socket: Socket) => void socket.on("error", () => {});
const hangUp = (socket: Socket) => void socket.once("data", () => socket.resetAndDestroy());
it.each([
  ["nobody has the name", async () => "http://nowhere.invalid/x"],
  ["there is no TLS", async () => forwarder.url.replace("http:", "https:")],
  ["the connection is reset before it is encrypted", () => withoutTls(hangUp)],
  ["the time limit is over before it is encrypted", () => withoutTls(sayNothing)],
])("forward: the class is unreachable when %s", async (_, url) => {
  expect(await send({ forwardUrl: await url(), timeoutMs: 1_000 })).toMatchObject({ class: "unreachable" });
});

it("forward: the ninth is unreachable when eight wait for a service that hangs", async () => {
  forwarder.behave("hang");
  const eight = Array.from({ length: 8 }, () => send({ timeoutMs: 8_000 }));
  await vi.waitFor(() => expect(forwarder.received).toHaveLength(8));
  expect(await send({ timeoutMs: 300 })).toMatchObject({ class: "unreachable", code: "TimeoutError" });
  for (const one of eight) expect(await one).toMatchObject({ class: "unknown", code: "TimeoutError" });
  expect(forwarder.received).toHaveLength(8);
});
