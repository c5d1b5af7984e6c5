import { expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { sharedSite } from "../services";
import { PHONE } from "./attacked-site";

/** Two bugs: the policy throws at a query with `bug`, and one page where it renders its headline. */
const BUGS = `
  import { createRequire } from "node:module";
  const runtime = createRequire(process.cwd() + "/")("react/jsx-runtime");
  const { jsx } = runtime;
  runtime.jsx = (type, props, key) => {
    if (type === "h1" && props.children === "Terms of Service") throw new RangeError("Renée");
    return jsx(type, props, key);
  };
  const { has } = URLSearchParams.prototype;
  URLSearchParams.prototype.has = function (name) {
    if (has.call(this, "bug")) throw new TypeError("Renée");
    return has.call(this, name);
  };`;

const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(BUGS)}`;
const site = sharedSite(() => ({ TRUSTED_PROXIES: "1", RATE_LIMIT_MAX: "1", NODE_OPTIONS }));

it("policy: a visitor counts by the address that the proxy saw, and none is logged", async () => {
  const post = async (number: number, seen: string) => {
    const headers = { "x-client-address": `6.6.6.${number}`, "x-forwarded-for": `1.1.1.${number}, ${seen}` };
    return (await postForm(site.url, "/quote", { ...FORM, fullName: `Visitor ${number}` }, headers)).status;
  };
  expect(await post(1, "203.0.113.9")).not.toBe(429);
  expect(await post(2, "203.0.113.9")).toBe(429);
  expect(await post(3, "198.51.100.9")).not.toBe(429);
  expect(JSON.stringify(site.events())).not.toMatch(/6\.6\.6|1\.1\.1|203\.0\.113|198\.51\.100/);
});

it("policy: one request ends with a readable page when there is a bug", async () => {
  const { status, text, headers } = await ask(site.url, "/about?bug=Renée");
  expect(status).toBe(500);
  expect(text).toContain(PHONE);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const fault = { level: "error", method: "GET", code: "TypeError" };
  expect(site.events("site.fault").at(-1)).toMatchObject(fault);
  expect(site.output()).not.toContain("Renée");
  expect((await ask(site.url, "/about?sent=1")).status).toBe(200);
});

it("render: one page is answered with a readable error, and the site goes on, when it throws", async () => {
  const { status, text } = await ask(site.url, "/terms-of-service");
  expect([status, text.includes(PHONE)]).toEqual([500, true]);
  expect(site.events("site.fault").at(-1)).toMatchObject({ level: "error", code: "RangeError" });
  expect(site.output()).not.toContain("Renée");
  expect((await ask(site.url, "/about?sent=1")).status).toBe(200);
});
