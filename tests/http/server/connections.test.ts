import { expect, it } from "vitest";
import { ask, postForm } from "../post";
import { forwarder, freshServices, start } from "../services";
import { flood } from "./flood";
import { bytes } from "./raw";

freshServices();

const ASK = bytes("GET /favicon.svg");
const STALL = `${bytes("POST /quote", "Content-Length: 100\r\n")}fullName=`;

it.each([
  ["never say anything", ""],
  ["stay idle after a request", ASK],
  ["stall in the middle of a form", STALL],
])("connections: nobody is kept out when one address opens 2,600 that %s", async (_, bytes) => {
  const site = await start();
  const flooding = flood(site.port, 2_600, bytes, "127.0.0.9");
  const page = () => ask(site.url, "/about", { headers: { connection: "close" } });
  expect((await page()).status).toBe(200);
  const attackers = await flooding;
  expect((await page()).status).toBe(200);
  const office = await flood(site.port, 300, ASK, "127.0.0.7");
  await expect.poll(() => office.said.filter((text) => text.startsWith("HTTP/1.1 200 ")).length).toBe(300);
  expect(office.open()).toBe(300);
  await expect.poll(attackers.open).toBeLessThanOrEqual(1_700);
  expect(site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "connections" }]);
  attackers.end();
  office.end();
});

it("connections: a quote that waits for the service keeps its own, however many come", async () => {
  forwarder.behave("slow", { ms: 6_000 });
  const site = await start();
  const sending = postForm(site.url, "/quote");
  await expect.poll(() => forwarder.received).toHaveLength(1);
  const stalled = await flood(site.port, 2_600, STALL);
  await expect.poll(() => site.events("site.overloaded")).toHaveLength(1);
  expect((await sending).status).toBe(303);
  stalled.end();
});
