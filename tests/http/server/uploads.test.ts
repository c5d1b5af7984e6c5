import { describe, expect, it } from "vitest";
import { FORM, postForm } from "../post";
import { forwarder, freshServices, sharedSite, start } from "../services";
import { PHONE } from "./attacked-site";
import { flood } from "./flood";
import { bytes, open, say, values } from "./raw";

const KIB = 1024;
/** A form of so many bytes, of which so many come. */
const upload = (length: number, sent: number) =>
  bytes("POST /quote", "", "additionalNotes=".padEnd(length, "n")).slice(0, sent - length);

freshServices();

it("uploads: 1,949 stalled posts take less than 300 MB, and an ordinary quote arrives", async () => {
  const site = await start({ FORWARD_TIMEOUT_MS: "60000" });
  const stalled = await flood(site.port, 1_949, upload(255 * KIB, 254 * KIB));
  const quote = bytes("POST /quote", "Connection: close\r\n", String(new URLSearchParams(FORM)));
  expect(await say(site.port, quote)).toMatch(/^HTTP\/1\.1 303 /);
  expect(forwarder.received).toHaveLength(1);
  // 1,821 where none is ended by time, which frees its place for another: a slow machine ends some.
  await expect.poll(() => stalled.said.filter(Boolean).length).toBeGreaterThan(1_000);
  const page = stalled.said.find((text) => text.includes(" 503 ")) ?? "";
  expect(page).toMatch(/^HTTP\/1\.1 503 /);
  expect(page).toContain(PHONE);
  expect(values(page, "retry-after")).toEqual(["60"]);
  expect(site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "uploads" }]);
  expect(await site.memory("VmHWM")).toBeLessThan(300);
  stalled.end();
});

describe("uploads on one site", () => {
  const site = sharedSite();

  it("the memory of long requests is free when they end; a short form is read meanwhile", async () => {
    const notes = "n".repeat(60 * KIB);
    const long = () => postForm(site.url, "/quote", { ...FORM, additionalNotes: notes });
    const stalled = await flood(site.port, 127, upload(256 * KIB, 250 * KIB));
    const chunk = `${(250 * KIB).toString(16)}\r\n${"n".repeat(249 * KIB)}`;
    const chunked = await flood(site.port, 1, bytes("POST /quote", "Transfer-Encoding: chunked\r\n") + chunk);
    await expect.poll(async () => (await long()).status).toBe(503);
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    stalled.end();
    chunked.end();
    await expect.poll(async () => (await long()).status).toBe(303);
  });

  it("no memory stays taken when long posts are reset while they wait", async () => {
    const begun = `${bytes("GET /about")}${bytes("POST /quote", `Content-Length: ${256 * KIB}\r\n`)}`;
    for (let number = 0; number < 140; number++) {
      const { socket } = open(site.port);
      await new Promise((resolve) => socket.write(begun, resolve));
      socket.resetAndDestroy();
    }
    const notes = "n".repeat(60 * KIB);
    expect((await postForm(site.url, "/quote", { ...FORM, additionalNotes: notes })).status).toBe(303);
  });
});
