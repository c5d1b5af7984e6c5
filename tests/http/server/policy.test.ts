import { describe, expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "./attacked-site";

const attacked = attackedSite();

describe("where a post comes from", () => {
  const ours = () => attacked.site.url;
  it.each([
    ["this site", () => ({ origin: ours() }), 303],
    [
      "this site, by the browser's own word",
      () => ({ "sec-fetch-site": "same-origin", origin: ours() }),
      303,
    ],
    ["this site, with Origin: null", () => ({ "sec-fetch-site": "same-origin", origin: "null" }), 303],
    ["a client that sends neither header", () => ({}), 303],
    [
      "this site behind a proxy that names another host",
      () => ({ origin: ours(), "x-forwarded-host": "other.example" }),
      303,
    ],
    ["another site", () => ({ origin: "https://evil.example" }), 403],
    [
      "another site, by the browser's own word",
      () => ({ "sec-fetch-site": "cross-site", origin: ours() }),
      403,
    ],
    ["nowhere: Origin: null alone", () => ({ origin: "null" }), 403],
  ] as const)("%s", async (name, headers, expected) => {
    const { status, text } = await postForm(
      attacked.site.url,
      "/quote",
      { ...FORM, fullName: `From ${name}` },
      headers(),
    );
    expect(status).toBe(expected);
    if (expected === 403) {
      expect(text).toContain("This form was not sent from our website");
      expect(text).toContain(PHONE);
    }
    expect(attacked.forwarder.received).toHaveLength(expected === 303 ? 1 : 0);
  });

  it("holds for the posts of the browser's script, too", async () => {
    const answer = await postForm(attacked.site.url, "/quote.data", FORM, { origin: "https://evil.example" });
    expect(answer.status).toBe(403);
  });
});

describe("addresses", () => {
  it.each([
    ["/ABOUT", 308, "/about"],
    ["/about/", 308, "/about"],
    ["//about", 308, "/about"],
    ["/%71uote", 308, "/quote"],
    ["/Services/Quote?service=snow-plowing", 308, "/services/quote?service=snow-plowing"],
  ])("%s is redirected to its one spelling", async (path, status, location) => {
    const answer = await ask(attacked.site.url, path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it.each([
    "//evil.example/x",
    "//evil.example",
    "/\\evil.example",
    "/nowhere",
    "/about/nowhere",
    "/nowhere/quote",
    "/build",
    "/BUILD",
    "/images",
    "/images/",
    "/images?x=1",
    "//images",
    "/./images",
    "/%69mages",
    "/.well-known",
  ])("%s is a page not found, and leads nowhere else", async (path) => {
    const { status, text, headers } = await ask(attacked.site.url, path);
    expect(status).toBe(404);
    expect(headers.location).toBeUndefined();
    expect(text).toContain("Page not found");
    expect(text).toContain(PHONE);
  });

  it.each(["/%", "/%E0%A4%A", "/%ff"])("%s cannot be read: 400", async (path) => {
    const { status, text } = await ask(attacked.site.url, path);
    expect(status).toBe(400);
    expect(text).toContain(PHONE);
  });

  it("an unknown service id is offered under its raw value, as text", async () => {
    const { status, text } = await ask(
      attacked.site.url,
      `/quote?service=${encodeURIComponent('<b>"pond"</b>')}`,
    );
    expect(status).toBe(200);
    expect(text).toContain("&lt;b&gt;&quot;pond&quot;&lt;/b&gt;</option>");
    expect(text).not.toContain("<b>");
  });
});

describe("methods and hosts", () => {
  it.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("%s: 405 with Allow", async (method) => {
    const { status, headers, text } = await ask(attacked.site.url, "/quote", { method });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    expect(text).toContain(PHONE);
  });

  it.each(["/about", "/", "/nowhere"])(
    "a form posted to %s, which takes none, is answered with a page",
    async (path) => {
      const { status, text } = await postForm(attacked.site.url, path);
      expect(status).toBe(path === "/nowhere" ? 404 : 405);
      expect(text).toContain(PHONE);
    },
  );

  it.each(["evil.example/x", "a b", "ex<ample", "user@host", "localhost:99999", "1.2.3.256", "[::::]"])(
    "Host %j: 400",
    async (host) => {
      expect((await ask(attacked.site.url, "/", { headers: { host } })).status).toBe(400);
    },
  );

  it('Host "xn--a": refused where Node takes it for no host (20), served where it does (24)', async () => {
    const { status } = await ask(attacked.site.url, "/?sent=1", { headers: { host: "xn--a" } });
    expect(status).toBe(URL.canParse("http://xn--a") ? 200 : 400);
  });
});

it("is not led astray by X-Forwarded-Host", async () => {
  const answer = await postForm(
    attacked.site.url,
    "/quote",
    { ...FORM, fullName: "Forwarded" },
    { "x-forwarded-host": "a:99999" },
  );
  expect(answer.status).toBe(303);
});

it("keeps what a visitor typed out of every cache", async () => {
  for (const path of ["/quote", "/quote.data", "/contact"]) {
    const { text, headers } = await postForm(attacked.site.url, path, { fullName: "Typed By Somebody" });
    expect(text).toContain("Typed By Somebody");
    expect(headers["cache-control"]).toBe("no-store");
  }
});

it("sends the security headers once, on pages, files, data, redirects and refusals", async () => {
  const answers = await Promise.all([
    ask(attacked.site.url, "/"),
    ask(attacked.site.url, "/favicon.svg"),
    ask(attacked.site.url, "/about.data"),
    ask(attacked.site.url, "/ABOUT"),
    ask(attacked.site.url, "/nowhere"),
    ask(attacked.site.url, "/%"),
    postForm(attacked.site.url, "/quote", {}),
  ]);
  for (const { headers } of answers) {
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(typeof headers["content-security-policy"]).toBe("string");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
});
