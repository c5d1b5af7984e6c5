import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { startSite } from "../../start-site";
import { ask, postForm } from "../post";
import { flood } from "./flood";

const HOST = "Host: localhost\r\n";
const ASK = `GET /favicon.svg HTTP/1.1\r\n${HOST}\r\n`;
const STALL = `POST /quote HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\nfullName=`;

/** Well before the site ends what stalls, after 15 s and more. */
const SOON = { timeout: 10_000 };

let forwarder: Forwarder;
beforeAll(async () => {
  forwarder = await startForwarder();
});
afterAll(() => forwarder.close());
beforeEach(() => forwarder.reset());

/** Milliseconds until a page comes on a new connection. */
async function pageMs(url: string): Promise<number> {
  const began = performance.now();
  expect((await ask(url, "/about")).status).toBe(200);
  return performance.now() - began;
}

it("2,000 idle connections of one address keep nobody out, whoever they belong to", async () => {
  // Behind a proxy all come from its address, so no share applies.
  for (const proxies of ["0", "1"]) {
    const site = await startSite({ TRUSTED_PROXIES: proxies });
    const idle = await flood(site.port, 2_000, ASK, "127.0.0.9");
    await expect.poll(() => idle.said.filter(Boolean).length).toBeGreaterThan(1_900);
    expect(await pageMs(site.url)).toBeLessThan(5_000);
    idle.end();
    await site.end();
  }
});

it("2,600 connections that never say anything keep nobody out", async () => {
  const site = await startSite({ TRUSTED_PROXIES: "1" });
  const silent = await flood(site.port, 2_600, "");
  await expect.poll(silent.open, SOON).toBeLessThanOrEqual(2_000);
  expect(await pageMs(site.url)).toBeLessThan(5_000);
  expect(site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "connections" }]);
  silent.end();
  await site.end();
});

it("one address has at most 500 connections, and the others have theirs", async () => {
  const site = await startSite();
  const others = await flood(site.port, 100, ASK, "127.0.0.7");
  const stalled = await flood(site.port, 2_500, STALL, "127.0.0.9");
  await expect.poll(stalled.open, SOON).toBeLessThanOrEqual(500);
  expect(await pageMs(site.url)).toBeLessThan(5_000);
  expect(others.open()).toBe(100);
  stalled.end();
  others.end();
  await site.end();
});

it("a quote that waits for the forwarding service keeps its connection, however many come", async () => {
  forwarder.behave("slow", { ms: 4_000 });
  const site = await startSite({ FORWARD_URL: forwarder.url });
  const sending = postForm(site.url, "/quote");
  await expect.poll(() => forwarder.received).toHaveLength(1);
  const stalled = await flood(site.port, 1_000, STALL, "127.0.0.1");
  expect((await sending).status).toBe(303);
  stalled.end();
  await site.end();
});
