import { describe, expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { forwarder } from "../services";
import { attackedSite } from "./attacked-site";
import { bytes, say, values } from "./raw";

const SITE_URL = "https://www.dig.example";
const site = attackedSite({ SITE_URL });

/** On every response, whatever it is. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "strict-transport-security": "max-age=63072000",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** A whole response to one request, as it goes over the wire. */
const answerTo = (line: string, headers = "", form?: string) =>
  say(site.port, bytes(line, `${headers}Connection: close\r\n`, form));

const RIGHT = String(new URLSearchParams({ ...FORM, fullName: "With headers" }));

const RESPONSES: [name: string, status: number, line: string, headers?: string, form?: string][] = [
  ["a page", 200, "GET /"],
  ["a page's head", 200, "HEAD /about"],
  ["a page, compressed", 200, "GET /services", "Accept-Encoding: gzip\r\n"],
  ["a page rendered for its visitor", 200, "GET /quote?service=pond"],
  ["data", 200, "GET /contact.data"],
  ["a probe, in capitals", 200, "GET /HEALTHZ"],
  ["a picture", 200, "GET /images/hero-800.jpg"],
  ["a part of the video", 206, "GET /video/loop-720x540.mp4", "Range: bytes=0-9\r\n"],
  ["a typeface", 200, "GET /fonts/archivo.woff2"],
  ["what has not changed", 304, "GET /favicon.svg", "If-None-Match: *\r\n"],
  ["a redirect", 308, "GET /ABOUT"],
  ["a folder", 404, "GET /images"],
  ["no such page", 404, "GET /nothing-here"],
  ["no such data", 404, "GET /nothing-here.data"],
  ["no such file", 404, "GET /build/nothing.js"],
  ["a folder's way out", 404, "GET /images/..%2f..%2fpackage.json"],
  ["a broken address", 400, "GET /%"],
  ["a method that is none of ours", 405, "PUT /"],
  ["a form sent", 303, "POST /quote", "", RIGHT],
  ["a form with errors", 422, "POST /contact", "", "fullName=x"],
  ["a form with errors, by script", 422, "POST /contact.data", "", "fullName=x"],
  ["a form that nobody takes", 404, "POST /nothing-here", "", "fullName=x"],
  ["another site's form", 403, "POST /quote", "Origin: https://evil.example\r\n", RIGHT],
];

it.each(RESPONSES)("policy: %s (%i) has the security headers, each once", async (_, status, ...request) => {
  const answer = await answerTo(...request);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const [head = ""] = answer.split("\r\n\r\n");
  const names = head.split("\r\n").map((line) => line.replace(/:.*/, "").toLowerCase());
  expect(names.filter((name, at) => name !== "vary" && names.indexOf(name) !== at)).toEqual([]);
  for (const [name, value] of Object.entries(ALWAYS)) expect(values(answer, name), name).toEqual([value]);
  expect(values(answer, "cross-origin-resource-policy")).toHaveLength(1);
  const [policy = ""] = values(answer, "content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; (.*; )?frame-ancestors 'none'$/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  // What is answered to a form may hold what somebody typed.
  const [line] = request;
  if (line.startsWith("POST")) expect(values(answer, "cache-control")).toEqual(["no-store, no-transform"]);
});

it("policy: no access line is printed, since a URL may hold what somebody typed", async () => {
  await answerTo("GET /about?name=Somebody");
  await answerTo("GET /nothing-here?name=Somebody");
  expect(site.output()).not.toContain("Somebody");
  expect(site.output()).not.toMatch(/^(GET|HEAD|POST|-) /m);
});

it("policy: a document runs only what it was served with", async () => {
  const answer = await answerTo("GET /about/quote");
  const [policy = ""] = values(answer, "content-security-policy");
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')+;/);
  expect(policy).toMatch(/style-src 'self'( 'sha256-[\w+/]+=*')+;/);
  // The marks of the site's own scripts stay with the server.
  expect(answer).not.toContain("nonce");
});

it("policy: pictures may be shown elsewhere, and nothing else", async () => {
  const rule = async (path: string) =>
    String(values(await answerTo(`HEAD ${path}`), "cross-origin-resource-policy"));
  for (const path of ["/og.jpg", "/og.jpg?v=2", "/favicon.ico", "/icon-512.png", "/images/hero-800.avif"])
    expect(await rule(path), path).toBe("cross-origin");
  const FILES = ["/video/loop-720x540.mp4", "/fonts/archivo.woff2"];
  const FEIGNED = ["/?og.jpg&", "/contact?x=.png", "/?service=og.jpg", "/contact.data?x=.svg", "/A?.webp?x"];
  for (const path of ["/", "/about.data", ...FILES, ...FEIGNED])
    expect(await rule(path), path).toBe("same-origin");
});

// Which posts are another site's: unit/http/cross-origin-post.
it.each<[string, Record<string, string>]>([
  ["this site", { origin: SITE_URL }],
  [
    "a page that hides where it is, by the browser's own word this site's",
    { "sec-fetch-site": "same-origin", origin: "null" },
  ],
  ["a client that says nothing of it", {}],
  ["this site, behind a proxy that names another host", { origin: SITE_URL, "x-forwarded-host": "a:99999" }],
])("a form from %s arrives", async (name, headers) => {
  const { status } = await postForm(site.url, "/contact", { ...FORM, fullName: name }, headers);
  expect(status).toBe(303);
  expect(forwarder.received).toHaveLength(1);
});

describe("URLs", () => {
  it.each([
    ["/ABOUT", "/about"],
    ["/about/", "/about"],
    ["//about", "/about"],
    ["//", "/"],
    ["/%71uote?a=%71", "/quote?a=%71"],
    ["/About//Quote/?a=1?b", "/about/quote?a=1?b"],
    [`/Services/Quote?service=${FORM.projectType}`, `/services/quote?service=${FORM.projectType}`],
  ])("%s is redirected to its one spelling", async (path, location) => {
    const answer = await ask(site.url, path);
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
  });

  it("an unknown service is offered by its name, as text", async () => {
    const query = new URLSearchParams({ service: '<b>"pond"</b>' });
    const { status, text } = await ask(site.url, `/quote?${query}`);
    expect(status).toBe(200);
    expect(text).toContain("&lt;b&gt;&quot;pond&quot;&lt;/b&gt;</option>");
    expect(text).not.toContain("<b>");
  });
});
