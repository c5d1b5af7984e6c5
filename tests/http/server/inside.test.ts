import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, startSite } from "../../start-site";
import { ask } from "../post";
import { PHONE } from "./attacked-site";

/** Says on standard output what reached the site as the client's address. Only a test listens like this. */
const LISTENER = `
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.response.finish", ({ request }) =>
    console.log("ADDRESS " + request.headers["x-client-address"]));`;

/** A bug put into the policy: it throws at a query with `bug`. */
const BUG = `
  const { has } = URLSearchParams.prototype;
  URLSearchParams.prototype.has = function (name) {
    if (has.call(this, "bug")) throw new TypeError("Renée");
    return has.call(this, name);
  };`;

let site: Site;
beforeAll(async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LISTENER + BUG)}`;
  site = await startSite({ TRUSTED_PROXIES: "1", NODE_OPTIONS });
});
afterAll(() => site.end());

it("behind a proxy the site sees the address that the proxy saw, never the one that a client claims, and logs neither", async () => {
  const headers = { "x-client-address": "6.6.6.6", "x-forwarded-for": "1.1.1.1, 203.0.113.9" };
  await ask(site.url, "/about?sent=1", { headers });
  await expect.poll(site.output).toContain("ADDRESS ");
  expect(site.output().match(/ADDRESS .*/g)).toEqual(["ADDRESS 203.0.113.9"]);
  expect(JSON.stringify(site.events())).not.toMatch(/6\.6\.6\.6|1\.1\.1\.1|203\.0\.113\.9/);
});

it("a bug in the policy ends one request, in words, and nobody else notices", async () => {
  const { status, text, headers } = await ask(site.url, "/about?bug=Renée");
  expect(status).toBe(500);
  expect(text).toContain(PHONE);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const fault = { level: "error", method: "GET", code: "TypeError" };
  expect(site.events("site.fault").at(-1)).toMatchObject(fault);
  expect(site.output()).not.toContain("Renée");
  expect((await ask(site.url, "/about?sent=1")).status).toBe(200);
});
