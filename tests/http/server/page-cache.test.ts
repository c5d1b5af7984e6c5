import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "~/urls/pages";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "./attacked-site";
import { FROM_MEMORY, SHARED, warm } from "./warm";

const site = attackedSite();
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  ask(site.url, path, { method, headers });
const PLAIN = { "accept-encoding": "identity" };

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (plain: Buffer) => plain };

/** A page as one encoding brings it, decoded. */
async function decoded(path: string, encoding: keyof typeof DECODE) {
  const headers = { "accept-encoding": encoding };
  const answer = await request(site.url + path, { headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return {
    status: answer.statusCode,
    headers: answer.headers,
    length: bytes.length,
    text: String(DECODE[encoding](bytes)),
  };
}

const TYPE = FORM.projectType;
/** In all that a visitor brings. */
const MARK = "Zebedee";

/** Whatever a visitor can bring to a page, all at once: forms right and wrong, addresses, headers, another host. */
function visit() {
  const { url } = site;
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
  const wrong = Object.fromEntries(Object.entries(FORM).map(([name, value]) => [name, `${MARK} ${value}`]));
  const right = { ...wrong, email: `${MARK}@example.com` };
  const forms = [...PAGES.map(({ path }) => `${path}/quote`.replace("//", "/")), "/contact"];
  const pages = [...PAGES.map(({ path }) => path), `/${MARK}`, "/no-such-page"];
  return Promise.all([
    ...forms.flatMap((path) => [
      postForm(url, path, wrong, headers),
      postForm(url, `${path}.data`, wrong, headers),
      postForm(url, path, right, headers),
    ]),
    ...pages.flatMap((path) => [
      get(path, headers),
      get(path, { ...headers, host: `${MARK}.example` }),
      get(`${path}?sent=1&service=${MARK}`, headers),
      get(`${path}?sent=earlier`, headers),
      get(`${path}?${MARK}`, headers),
      get(`${path.toUpperCase()}?${MARK}`, headers),
      get(path, headers, "HEAD"),
      ask(url, path, { headers: { ...headers, "content-type": "text/plain" }, body: MARK }),
    ]),
  ]);
}

// While the pages are being rendered, and when they are there.
beforeAll(async () => {
  await visit();
  await warm(site.url);
  await visit();
}, 180_000);

it.each([...SHARED, "/no-such-page"])(
  "page cache: %s is the same for everybody, compressed, with an ETag",
  async (path) => {
    const plain = await decoded(path, "identity");
    const gzip = await decoded(path, "gzip");
    const br = await decoded(path, "br");
    const all = [plain, gzip, br];
    expect(plain.text).toContain(PHONE);
    expect(plain.text).not.toContain("Thank you for your quote request");
    expect(plain.text).not.toContain("Your quote request was sent");
    for (const { headers, length, text } of all) {
      // Rendered twice it would differ: each render tells when it was.
      expect(text).toBe(plain.text);
      expect(text + JSON.stringify(headers)).not.toMatch(new RegExp(MARK, "i"));
      expect(headers["content-length"]).toBe(String(length));
      expect(headers.vary).toBe("Accept-Encoding");
      expect(headers["cache-control"]).toBe(FROM_MEMORY);
    }
    expect(all.map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "gzip", "br"]);
    expect(br.length).toBeLessThan(gzip.length);
    expect(gzip.length).toBeLessThan(plain.length * 0.4);
    const tags = path === "/no-such-page" ? 1 : 3;
    expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(tags);
  },
);

describe("page cache", () => {
  it("304 with all headers when the client has the page", async () => {
    const whole = await get("/about", { "accept-encoding": "br" });
    const etag = String(whole.headers.etag);
    for (const list of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get("/about", { "accept-encoding": "br", "if-none-match": list });
      expect([again.status, again.text], list).toEqual([304, ""]);
      const { date, ...kept } = again.headers;
      expect(whole.headers).toMatchObject(kept);
      expect(Object.keys(kept)).toEqual(expect.arrayContaining(["content-security-policy", "etag", "vary"]));
      expect(kept).not.toHaveProperty("content-encoding");
    }
    // Another encoding of the page is another answer, and so is another page.
    expect((await get("/about", { "if-none-match": etag })).status).toBe(200);
    expect((await get("/", { "accept-encoding": "br", "if-none-match": etag })).status).toBe(200);
  });

  it("the same headers and no body when the method is HEAD", async () => {
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
    expect((await get("/", { "accept-encoding": accepted })).headers["content-encoding"]).toBe(encoding);
  });

  it("a page about a visitor's service or sent request is rendered each time", async () => {
    const { headers } = await postForm(site.url, "/about/quote");
    const sent = String(headers.location);
    expect((await get(sent)).text).toContain("Thank you for your quote request");
    for (const path of [sent, "/quote?service=pond", sent, "/quote?service=pond"]) {
      const { status, headers, text } = await decoded(path, "gzip");
      expect([status, headers["cache-control"], headers.etag]).toEqual([
        200,
        "no-cache, no-transform",
        undefined,
      ]);
      expect([headers["content-encoding"], headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
      expect(text).toContain(PHONE);
    }
  });

  it.each([
    ["/about?utm_source=ad&fbclid=x", "/about"],
    [`/?service=${TYPE}`, "/"],
    [`/services/quote?gclid=1&service=${TYPE}`, `/services/quote?service=${TYPE}`],
    ["/quote?service=", "/quote"],
    ["/about/quote?gclid=1&at=call-to-action", "/about/quote?at=call-to-action"],
    ["/about/quote?at=elsewhere", "/about/quote"],
    ["/about?sent=1", "/about"],
    ["/contact?sent=1&mark=x", "/contact"],
    ["/quote?sent=earlier&mark=mwx6xylk.wrASI2pHSaOTSW_k1HtjWr", "/quote"],
  ])("%s is the document of %s", async (path, shared) => {
    const [one, same] = [await get(path, PLAIN), await get(shared, PLAIN)];
    expect(one.headers["cache-control"]).toBe(FROM_MEMORY);
    expect([one.text, one.headers.etag]).toEqual([same.text, same.headers.etag]);
  });

  it.each([
    ["/quote", `?service=${TYPE}`, `<option value="${TYPE}" selected="">`],
    ["/terms-of-service/quote", `?service=${TYPE}`, `<option value="${TYPE}" selected="">`],
    ["/contact", `?service=${TYPE}`, `<option value="${TYPE}" selected="">`],
    ["/about/quote", "?at=call-to-action", 'href="/about#call-to-action"'],
  ])("%s%s is kept, and says nothing of it to anybody else", async (path, query, own) => {
    expect((await get(path + query, PLAIN)).text).toContain(own);
    expect((await get(path, PLAIN)).text).not.toContain(own);
  });
});

describe("page cache of unknown URLs", () => {
  it.each([
    "/wp-login.php",
    "/.env",
    "/build/gone-ABCDEFGH.js",
    "/images/none.jpg",
    "/about/nowhere",
    "/nowhere/quote",
    "//evil.example/x",
    "//evil.example",
    "/\\evil.example",
    ...["/build", "/BUILD", "/images", "/images/", "/images?x=1", "//images", "/./images", "/%69mages"],
    "/.well-known",
  ])("%s gets the one cached page and leads nowhere else", async (path) => {
    const { status, text, headers } = await get(path, { "if-none-match": "*", range: "bytes=0-1" });
    expect([status, headers["cache-control"], headers.location]).toEqual([404, FROM_MEMORY, undefined]);
    expect(text).toContain("Page not found");
    expect(text).toBe((await get("/no-such-page")).text);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.text]).toEqual([404, ""]);
  });
});
