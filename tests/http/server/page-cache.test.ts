import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "./attacked-site";
import { FROM_MEMORY, PAGES, SHARED, warm } from "./warm";

const attacked = attackedSite();
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  ask(attacked.site.url, path, { method, headers });

/** A page as one encoding brings it, decoded. */
async function decoded(
  path: string,
  encoding: "br" | "gzip" | "identity",
): Promise<{ headers: Record<string, unknown>; bytes: Buffer; text: string }> {
  const { body, headers, statusCode } = await request(attacked.site.url + path, {
    headers: { "accept-encoding": encoding },
  });
  // Another spelling leads to the one.
  if (statusCode === 308) return decoded(String(headers.location), encoding);
  const bytes = Buffer.from(await body.arrayBuffer());
  const text =
    encoding === "identity" ? bytes : (encoding === "br" ? brotliDecompressSync : gunzipSync)(bytes);
  return { headers, bytes, text: text.toString("utf8") };
}

describe("nothing of a visitor gets into a page that others see", () => {
  const MARK = "Zebedee";
  const marked = Object.fromEntries(Object.entries(FORM).map(([name, value]) => [name, `${MARK} ${value}`]));
  const headers = {
    cookie: `name=${MARK}`,
    referer: `http://127.0.0.1/?${MARK}`,
    "user-agent": MARK,
    "accept-language": MARK,
    "x-forwarded-for": MARK,
    "x-forwarded-host": `${MARK}.example`,
    "x-forwarded-proto": MARK,
    forwarded: `for=${MARK};host=${MARK}.example`,
    "x-original-url": `/${MARK}`,
    "x-http-method-override": MARK,
  };

  const LEAKS = [MARK, "Thank you for your quote request", "Your quote request was sent"].map(
    (words) => new RegExp(words, "i"),
  );
  /** After what a page was seen to hold something of a visitor. */
  const leaked: string[] = [];

  /** Waits for what a visitor does, then looks at every page. */
  async function then(name: string, visit: Promise<unknown>) {
    await visit;
    for (const path of SHARED) {
      const { text } = await decoded(path, "identity");
      if (LEAKS.some((leak) => leak.test(text))) leaked.push(`${path}, after ${name}`);
    }
  }

  /** Whatever a visitor can bring to a page: forms right and wrong, addresses, headers, another host. */
  async function visit() {
    const { url } = attacked.site;
    for (const path of [
      ...PAGES.filter((path) => path !== "/").map((path) => `${path}/quote`),
      "/quote",
      "/contact",
    ]) {
      await then(`a form to ${path}`, postForm(url, path, marked, headers));
      await then(`a form to ${path}.data`, postForm(url, `${path}.data`, marked, headers));
      const sendable = { ...marked, email: `${MARK}@example.com` };
      await then(`a right form to ${path}`, postForm(url, path, sendable, headers));
    }
    for (const path of [...PAGES, `/${MARK}`, "/no-such-page"]) {
      await then(path, get(path, headers));
      await then(`${path} of another host`, get(path, { ...headers, host: `${MARK}.example` }));
      await then(`${path}?sent=1`, get(`${path}?sent=1&service=${MARK}`, headers));
      await then(`${path}?sent=earlier`, get(`${path}?sent=earlier`, headers));
      await then(`${path}?${MARK}`, get(`${path}?${MARK}`, headers));
      await then(`${path} in capitals`, get(`${path.toUpperCase()}?${MARK}`, headers));
      await then(`HEAD ${path}`, get(path, headers, "HEAD"));
      const text = { ...headers, "content-type": "text/plain" };
      await then(`${path} with a body`, ask(url, path, { headers: text, body: MARK }));
    }
  }

  // While the pages are being rendered, and when they are there.
  beforeAll(async () => {
    await visit();
    await warm(attacked.site.url);
    await visit();
  }, 180_000);

  it("after each of the things that a visitor can do", () => expect(leaked).toEqual([]));

  const SPELLINGS = (path: string) => [path, `/.${path}`, path.replace("o", "%6f"), `${path}#here`];
  it.each([...SHARED, "/no-such-page"])("%s, in all encodings and spellings", async (path) => {
    for (const encoding of ["br", "gzip", "identity"] as const) {
      for (const spelling of SPELLINGS(path)) {
        const { text, headers } = await decoded(spelling, encoding);
        expect(text).toContain(PHONE);
        expect(text.toLowerCase()).not.toContain(MARK.toLowerCase());
        expect(JSON.stringify(headers).toLowerCase()).not.toContain(MARK.toLowerCase());
        expect(text).not.toContain("Thank you for your quote request");
        expect(text).not.toContain("Your quote request was sent");
      }
    }
  });
});

describe("a page", () => {
  it.each(SHARED)(
    "%s is the same for everybody, compressed at its best, and known by its tag",
    async (path) => {
      const [plain, gzip, br] = [
        await decoded(path, "identity"),
        await decoded(path, "gzip"),
        await decoded(path, "br"),
      ] as const;
      // Rendered twice it would differ: each render tells when it was.
      expect(gzip.text).toBe(plain.text);
      expect(br.text).toBe(plain.text);
      expect([plain, gzip, br].map(({ headers }) => headers["content-encoding"])).toEqual([
        undefined,
        "gzip",
        "br",
      ]);
      expect(br.bytes.length).toBeLessThan(gzip.bytes.length);
      expect(gzip.bytes.length).toBeLessThan(plain.bytes.length * 0.4);
      expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
      for (const { headers, bytes } of [plain, gzip, br]) {
        expect(headers["content-length"]).toBe(String(bytes.length));
        expect(headers.vary).toBe("Accept-Encoding");
        expect(headers["cache-control"]).toBe(FROM_MEMORY);
      }
    },
  );

  it("is not sent again to who has it (304), and all its headers are", async () => {
    const whole = await get("/about", { "accept-encoding": "br" });
    const etag = String(whole.headers.etag);
    for (const list of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get("/about", { "accept-encoding": "br", "if-none-match": list });
      expect([again.status, again.text], list).toEqual([304, ""]);
      for (const name of [
        "content-security-policy",
        "x-content-type-options",
        "referrer-policy",
        "permissions-policy",
        "cache-control",
        "etag",
        "vary",
      ]) {
        expect(again.headers[name], name).toBe(whole.headers[name]);
      }
      expect(again.headers["content-encoding"]).toBeUndefined();
    }
    // Another encoding of the page is another answer, and so is another page.
    expect((await get("/about", { "if-none-match": etag })).status).toBe(200);
    expect((await get("/", { "accept-encoding": "br", "if-none-match": etag })).status).toBe(200);
  });

  it("by HEAD: the same headers, no body", async () => {
    const whole = await get("/services", { "accept-encoding": "gzip" });
    const head = await get("/services", { "accept-encoding": "gzip" }, "HEAD");
    expect(head.text).toBe("");
    const { date, connection, "keep-alive": kept, ...same } = whole.headers;
    expect(head.headers).toMatchObject(same);
  });

  it.each([
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0, br;q=0.000", undefined],
    ["br;q=0.1, gzip;q=1", "br"],
    ["GZIP", "gzip"],
    ["brr, xgzipp", undefined],
    ["identity", undefined],
    ["", undefined],
  ])("Accept-Encoding %j is answered with %s", async (accepted, encoding) => {
    const { headers } = await request(`${attacked.site.url}/`, { headers: { "accept-encoding": accepted } });
    expect(headers["content-encoding"]).toBe(encoding);
  });

  it.each([
    "/about?sent=1",
    "/contact?sent=1",
    "/contact?mark=x",
    "/quote?service=pond",
    "/quote?sent=earlier",
  ])("%s is rendered for its visitor", async (path) => {
    for (let time = 0; time < 2; time++) {
      const { status, headers } = await get(path);
      expect([status, headers["cache-control"], headers.etag]).toEqual([200, "no-cache", undefined]);
    }
  });

  it.each([
    ["/about?utm_source=ad&fbclid=Zebedee", "/about"],
    ["/?service=pool-excavation", "/"],
    ["/services/quote?gclid=1&service=pool-excavation", "/services/quote?service=pool-excavation"],
    ["/quote?service=", "/quote"],
    ["/about/quote?gclid=1&at=call-to-action", "/about/quote?at=call-to-action"],
    ["/about/quote?at=elsewhere", "/about/quote"],
  ])("%s is the document of %s", async (path, shared) => {
    const { text, headers } = await get(path, { "accept-encoding": "identity" });
    const same = await get(shared, { "accept-encoding": "identity" });
    expect(headers["cache-control"]).toBe(FROM_MEMORY);
    expect([text, headers.etag]).toEqual([same.text, same.headers.etag]);
  });

  it("that preselects a service is kept, and says nothing of another", async () => {
    for (const path of ["/quote", "/terms-of-service/quote", "/contact"]) {
      const { text } = await get(`${path}?service=snow-plowing`, { "accept-encoding": "identity" });
      expect(text, path).toContain('<option value="snow-plowing" selected="">');
      const plain = await get(path, { "accept-encoding": "identity" });
      expect(plain.text, path).toContain('<option value="" selected="">');
    }
  });

  it("that closes to a place is kept, and sends nobody else there", async () => {
    const place = 'href="/about#call-to-action"';
    const { text } = await get("/about/quote?at=call-to-action", { "accept-encoding": "identity" });
    expect(text).toContain(place);
    expect((await get("/about/quote", { "accept-encoding": "identity" })).text).not.toContain(place);
  });

  it("from memory is refused as any other: its host, its method, its length", async () => {
    expect((await get("/about", { host: "a b" })).status).toBe(400);
    expect((await get("/about", {}, "DELETE")).status).toBe(405);
    expect((await get("/about", { "content-length": "0" })).status).toBe(200);
    expect((await postForm(attacked.site.url, "/about")).status).toBe(405);
  });
});

describe("an address that is none", () => {
  it("has one page for all, from memory, status 404", async () => {
    const first = await get("/wp-login.php");
    for (const path of [
      "/a/b/c",
      "/.env",
      "/build/gone-ABCDEFGH.js",
      "/images/none.jpg",
      "/about/nowhere",
      "/nowhere/quote",
    ]) {
      const { status, text, headers } = await get(path, { "if-none-match": "*", range: "bytes=0-1" });
      expect([status, headers["cache-control"]], path).toEqual([404, FROM_MEMORY]);
      expect(text, path).toBe(first.text);
    }
    expect(first.text).toContain("Page not found");
    expect(first.text).toContain('content="noindex"');
    expect((await get("/nowhere", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
    expect((await get("/nowhere", {}, "HEAD")).status).toBe(404);
  });

  it.each([
    ["/healthz", 200],
    ["/HEALTHZ", 200],
    ["/readyz", 200],
    ["/%61bout", 308],
    ["/quote", 200],
    ["/about.data", 200],
    ["/ABOUT", 308],
    ["/services/QUOTE", 308],
  ])("%s is one: %i", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});
