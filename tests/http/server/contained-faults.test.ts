import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, startSite } from "../../start-site";
import { ask } from "../post";
import { PHONE } from "./attacked-site";
import { flood } from "./flood";

/** Two bugs put into the policy: it throws at a query with `bug`, and at a connection from 127.0.0.66. */
const BUGS = `
  const { has } = URLSearchParams.prototype, { get } = Map.prototype;
  URLSearchParams.prototype.has = function (name) {
    if (has.call(this, "bug")) throw new TypeError("Renée");
    return has.call(this, name);
  };
  Map.prototype.get = function (key) {
    if (key === "127.0.0.66") throw new RangeError("Renée");
    return get.call(this, key);
  };`;

let site: Site;
beforeAll(async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(BUGS)}`;
  site = await startSite({ TRUSTED_PROXIES: "1", NODE_OPTIONS });
});
afterAll(() => site.end());

it("a proxy may name an address with any zone: the page comes", async () => {
  for (const zone of ["eth0", "br-lan", "eth0.100", "a:b"]) {
    const headers = { "x-forwarded-for": `fe80::1%${zone}` };
    expect((await ask(site.url, "/about?sent=1", { headers })).status).toBe(200);
  }
});

it("a bug in the policy ends one request, in words, and nobody else notices", async () => {
  const { status, text, headers } = await ask(site.url, "/about?bug=Renée");
  expect(status).toBe(500);
  expect(text).toContain(PHONE);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const fault = { level: "error", method: "GET", code: "TypeError" };
  expect(site.events("site.fault").at(-1)).toMatchObject(fault);
  expect((await ask(site.url, "/about?sent=1")).status).toBe(200);
});

it("a bug at a new connection closes that one, and nobody else notices", async () => {
  const unlucky = await flood(site.port, 2, "", "127.0.0.66");
  await expect.poll(unlucky.open).toBe(0);
  expect(site.events("site.fault").slice(-2)).toMatchObject(Array(2).fill({ code: "RangeError" }));
  expect((await ask(site.url, "/about?sent=1")).status).toBe(200);
  expect(site.output()).not.toContain("Renée");
});
