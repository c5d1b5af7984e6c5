import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite } from "../../start-site";
import { FORM } from "../post";

/** On every answer, whatever it is. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

let site: Site;
beforeAll(async () => {
  site = await startSite({ SITE_URL: "https://www.dig.example" });
});
afterAll(() => site.end());

/** The status, and every value of every header as it went over the wire. */
const head = (
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<{ status: number; headers: Record<string, string[]> }>((resolve, reject) => {
    const { method, headers, body } = options;
    const asked = request(`${site.url}${path}`, { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headersDistinct as Record<string, string[]>,
        }),
      );
    });
    asked.once("error", reject).end(body);
  });

const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
const ANSWERS: [name: string, status: number, ask: () => ReturnType<typeof head>][] = [
  ["a page", 200, () => head("/")],
  ["a page's head", 200, () => head("/about", { method: "HEAD" })],
  ["a page, compressed", 200, () => head("/services", { headers: { "accept-encoding": "gzip" } })],
  ["data", 200, () => head("/contact.data")],
  ["a picture", 200, () => head("/images/hero-800.jpg")],
  ["a part of the film", 206, () => head("/video/loop-960x540.mp4", { headers: { range: "bytes=0-9" } })],
  ["a typeface", 200, () => head("/fonts/archivo.woff2")],
  ["a redirect", 308, () => head("/ABOUT")],
  ["a folder", 404, () => head("/images")],
  ["no such page", 404, () => head("/nothing-here")],
  ["no such data", 404, () => head("/nothing-here.data")],
  ["no such file", 404, () => head("/build/nothing.js")],
  ["a broken address", 400, () => head("/%")],
  ["a method that is none of ours", 405, () => head("/", { method: "PUT" })],
  ["a form sent", 303, () => head("/quote", { ...form, body: new URLSearchParams(FORM).toString() })],
  ["a form with errors", 422, () => head("/contact", { ...form, body: "fullName=x" })],
  ["a form with errors, by script", 422, () => head("/contact.data", { ...form, body: "fullName=x" })],
  [
    "another site's form",
    403,
    () => head("/quote", { ...form, headers: { origin: "https://evil.example" } }),
  ],
  ["a range that is none", 416, () => head("/og.jpg", { headers: { range: "bytes=99999999-" } })],
  ["a file for another version", 412, () => head("/og.jpg", { headers: { "if-match": '"x"' } })],
  ["a folder's way out", 404, () => head("/images/..%2f..%2fpackage.json")],
];

describe("headers, each exactly once", () => {
  it.each(ANSWERS)("%s (%i)", async (_name, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    for (const [name, values] of Object.entries(answer.headers)) {
      if (name !== "vary") expect(values, name).toHaveLength(1);
    }
    for (const [name, value] of Object.entries(ALWAYS)) expect(answer.headers[name], name).toEqual([value]);
    expect(answer.headers["strict-transport-security"]).toEqual(["max-age=63072000"]);
    expect(answer.headers["permissions-policy"]?.[0]).toMatch(/^camera=\(\), geolocation=\(\), /);
    expect(answer.headers["cross-origin-resource-policy"]).toHaveLength(1);
    const policy = answer.headers["content-security-policy"]?.[0] ?? "";
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("nothing has changed (304)", async () => {
    const { headers } = await head("/favicon.svg");
    const again = await head("/favicon.svg", { headers: { "if-none-match": headers.etag?.[0] ?? "" } });
    expect(again.status).toBe(304);
    for (const [name, value] of Object.entries(ALWAYS)) expect(again.headers[name], name).toEqual([value]);
    expect(again.headers["content-security-policy"]).toEqual(headers["content-security-policy"]);
  });
});

it("a document runs only what it was served with", async () => {
  const policy = (await head("/about/quote")).headers["content-security-policy"]?.[0] ?? "";
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')+;/);
  expect(policy).toMatch(/style-src 'self'( 'sha256-[\w+/]+=*')+;/);
  // The marks of the site's own scripts stay with the server.
  expect(await (await fetch(`${site.url}/about/quote`)).text()).not.toContain("nonce");
});

it("pictures may be shown elsewhere, and nothing else", async () => {
  const rule = async (path: string) => (await head(path)).headers["cross-origin-resource-policy"]?.[0];
  for (const path of ["/og.jpg", "/og.jpg?v=2", "/favicon.ico", "/icon-512.png", "/images/hero-800.avif"]) {
    expect(await rule(path), path).toBe("cross-origin");
  }
  for (const path of ["/", "/about.data", "/video/loop-960x540.mp4", "/fonts/archivo.woff2", "/?og.jpg&"]) {
    expect(await rule(path), path).toBe("same-origin");
  }
  for (const path of ["/contact?x=.png", "/?service=og.jpg", "/contact.data?x=.svg", "/ABOUT?.webp?x"]) {
    expect(await rule(path), path).toBe("same-origin");
  }
});

it("says nothing of https where the site's address is http", async () => {
  const plain = await startSite();
  const answer = await fetch(plain.url);
  expect(answer.headers.get("strict-transport-security")).toBeNull();
  await answer.text();
  await plain.end();
});

it("prints no access line: an address may hold what somebody typed", async () => {
  await head("/about?name=Somebody");
  await head("/nothing-here?name=Somebody");
  expect(site.output()).not.toContain("Somebody");
  expect(site.output()).not.toMatch(/^(GET|HEAD|POST|-) /m);
});
