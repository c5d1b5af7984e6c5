import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";
import { PHONE } from "./attacked-site";
import { flood } from "./flood";
import { values } from "./raw";

/** Uploads that stall, from behind a trusted proxy: there no share of connections for each address helps. */

const KIB = 1024;
const upload = (length: number, sent: number) =>
  `POST /quote HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n${"additionalNotes=".padEnd(sent, "n")}`;

let forwarder: Forwarder;
let site: Site;
beforeAll(async () => {
  forwarder = await startForwarder();
});
afterAll(() => forwarder.close());
beforeEach(async () => {
  forwarder.reset();
  site = await startSite({ FORWARD_URL: forwarder.url, TRUSTED_PROXIES: "1" });
});
afterEach(() => site.end());

/** The highest resident memory so far, in MiB. */
const peak = async () =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${site.pid}/status`, "utf8"))?.[1]) / KIB;

it("1,949 stalled posts of 255 KiB take less than 300 MB, and an ordinary quote arrives meanwhile", async () => {
  const stalled = await flood(site.port, 1_949, upload(255 * KIB, 254 * KIB));
  expect((await postForm(site.url, "/quote")).status).toBe(303);
  expect(forwarder.received).toHaveLength(1);
  // As many as fit into 32 MiB, well before the site ends what stalls, after 25 s.
  await expect.poll(stalled.open, { timeout: 10_000 }).toBeLessThanOrEqual(128);
  expect(await peak()).toBeLessThan(300);
  stalled.end();
});

it("the largest stalled upload is ended first, with a page that says when to try again", async () => {
  const small = await flood(site.port, 400, upload(16 * KIB, 15 * KIB));
  const large = await flood(site.port, 200, upload(255 * KIB, 1 * KIB));
  await expect.poll(() => large.said.filter(Boolean).length).toBeGreaterThan(90);
  const page = large.said.find(Boolean) ?? "";
  expect(page).toMatch(/^HTTP\/1\.1 503 /);
  expect(page).toContain(PHONE);
  expect(values(page, "retry-after")).toEqual(["60"]);
  expect(small.open()).toBe(400);
  expect(site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "uploads" }]);
  small.end();
  large.end();
});

it("a long request that waits for the forwarding service is not ended for new uploads", async () => {
  forwarder.behave("slow", { ms: 3_000 });
  const notes = "n".repeat(60 * KIB);
  const sending = postForm(site.url, "/quote", { ...FORM, additionalNotes: notes });
  await expect.poll(() => forwarder.received).toHaveLength(1);
  const stalled = await flood(site.port, 1_000, upload(50 * KIB, 1 * KIB));
  expect((await sending).status).toBe(303);
  stalled.end();
});
