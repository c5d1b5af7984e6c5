import { expect, it } from "vitest";
import { ask, FORM } from "../post";
import { forwarder } from "../services";
import { attackedSite, PHONE } from "./attacked-site";
import { bytes, open, say, values } from "./raw";

const site = attackedSite();
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
const CHUNKS = `${FORM_TYPE}Transfer-Encoding: chunked\r\n`;
const ALLOW = "GET, HEAD, POST";
const MANY = "a:b\r\n".repeat(1_100);

/** What the visitor is told. */
const TOLD: Record<number, string> = {
  400: "This request could not be read",
  403: "This form was not sent from our website",
  404: "Page not found",
  405: "That does not work here",
  413: "Your message is too long",
  414: "This link is too long",
  431: "This request could not be read",
};

/** What a request is refused for, at every stage: by the policy, by Node's parser, before a request and after. */
type Refused = [name: string, status: number, bytes: string, allow?: string];
const REFUSED: Refused[] = [
  ["no HTTP at all, on the site's first connection", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["no host", 400, "GET / HTTP/1.1\r\n\r\n"],
  ["no host, by an old client", 400, "GET / HTTP/1.0\r\n\r\n"],
  ["two hosts", 400, bytes("GET /", "Host: evil.example\r\n")],
  ...["a/b", "a b", "ex<ample", "user@host", "localhost:99999", "1.2.3.256", "[::::]"].map(
    (host): Refused => [`the host ${host}`, 400, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ),
  ["an address of another site", 400, bytes("GET http://evil.example/")],
  ...["*", "?", "evil", "/%", "/%E0%A4%A", "/%ff", "/about%0aX", "/about%E2%80%A8X"].map(
    (path): Refused => [`the address ${path}`, 400, bytes(`GET ${path}`)],
  ),
  ["a long address", 414, bytes(`GET /?${"q".repeat(2047)}`)],
  ["a fragment in the address", 400, bytes("POST /#contact", "", "")],
  ["an address of Remix's own past", 400, bytes("POST /quote?%5Fdata=quote/home")],
  ["the same behind a second question mark", 400, bytes("GET /contact?a=1?&_data=root")],
  ...["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"].map(
    (method): Refused => [`the method ${method}`, 405, bytes(`${method} /about`), ALLOW],
  ),
  ["a form where there is none", 405, bytes("POST /about", "", ""), "GET, HEAD"],
  ["the same on the home page", 405, bytes("POST /", "", ""), "GET, HEAD"],
  ...["/healthz", "/readyz", "/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/about.data"].map(
    (path): Refused => [`a form for ${path}`, 405, bytes(`POST ${path}`, "", ""), "GET, HEAD"],
  ),
  ["a form for no page", 404, bytes("POST /wp-login.php", "", "")],
  ["an upload declared too large", 413, bytes("POST /quote", "Content-Length: 300000\r\n")],
  ["one with another method", 413, bytes("GET /", "Content-Length: 300000\r\n")],
  ["another site's form", 403, bytes("POST /quote", "Origin: https://evil.example\r\n")],
  ["another site's form, by script", 403, bytes("POST /quote.data", "Origin: https://evil.example\r\n")],
  ["a method nobody knows", 400, bytes("BREW /")],
  ["a header that is none", 400, bytes("GET /", "no colon\r\n")],
  ["two lengths", 400, bytes("POST /quote", "Content-Length: 1\r\nContent-Length: 2\r\n")],
  ["a length and chunks", 400, `${bytes("POST /quote", `Content-Length: 1\r\n${CHUNKS}`)}0\r\n\r\n`],
  ["a broken chunk", 400, `${bytes("POST /quote", CHUNKS)}zz\r\n`],
  ["endless words about a chunk", 413, `${bytes("POST /quote", CHUNKS)}1;${"x".repeat(20_000)}\r\n`],
  ["too long headers", 431, bytes("GET /", `X: ${"x".repeat(20_000)}\r\n`)],
  ["101 headers", 431, bytes("GET /", "a:b\r\n".repeat(100))],
  ["a second host behind many headers", 431, bytes("GET /", `${MANY}Host: evil.example\r\n`)],
  [
    "a length behind many",
    431,
    `${bytes("POST /quote", `${MANY}${FORM_TYPE}Content-Length: 9\r\n`)}fullName=`,
  ],
];

it.each(REFUSED)(
  "%s: refused with a readable page (%i), and the connection closed",
  async (_name, status, bytes, allow) => {
    const answer = await say(site.port, bytes);
    const [head = "", page = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
    expect(values(answer, "connection")).toEqual(["close"]);
    expect(values(answer, "content-length")).toEqual([String(Buffer.byteLength(page, "latin1"))]);
    expect(values(answer, "content-type")).toEqual(["text/html; charset=utf-8"]);
    expect(values(answer, "cache-control")).toEqual(["no-store, no-transform"]);
    expect(values(answer, "allow")).toEqual(allow ? [allow] : []);
    expect(values(answer, "date")).toHaveLength(1);
    for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
      expect(values(answer, name), name).toHaveLength(1);
    }
    // Its address is not https.
    expect(values(answer, "strict-transport-security")).toEqual([]);
    expect(page).toMatch(new RegExp(`<h1>${TOLD[status]}</h1><p>[^<]+</p>`));
    expect(page).toContain(PHONE);
    expect(page).toContain('href="/quote"');
    expect(forwarder.received).toEqual([]);
  },
);

it("rejections: the head alone when the method is HEAD", async () => {
  expect(await say(site.port, bytes("HEAD /%"))).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n$/s);
});

it.each([
  ...["LOCALHOST", "a.example:80", "[::1]:3000", "a-b_c.example"].map((host) => [host, "/about", host]),
  ...["/?", "/quote?service=%00%ff%c0%80", "/about?a[b]=c&__proto__[x]=1&=&&&"].map((path) => [path, path]),
  ["7.5 KB of cookies", "/about", "a", `Cookie: ${"a=b; ".repeat(1_500)}\r\n`],
  ["an Accept-Encoding of 10 KB", "/about", "a", `Accept-Encoding: ${"gzip,".repeat(2_000)}\r\n`],
  ["a URL of 2,048 bytes", `/?${"q".repeat(2046)}`],
  ...["Upgrade: websocket", "Upgrade: h2c", "Expect: a-miracle"].map((wish) => [
    ...[wish, "/about", "a", `Connection: Upgrade\r\n${wish}\r\n`],
  ]),
  ["98 headers in Latin-1", "/about", "a", "X: a\xff\x80\r\n".repeat(98)],
])("%s: served", async (_name, path = "", host = "a", headers = "") => {
  const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`;
  expect(await say(site.port, head)).toMatch(/^HTTP\/1\.1 200 /);
});

it('rejections: the host "xn--a" is refused by Node 20 and served by Node 24', async () => {
  const { status } = await ask(site.url, "/?sent=1", { headers: { host: "xn--a" } });
  expect(status).toBe(URL.canParse("http://xn--a") ? 200 : 400);
});

it("rejections: no byte in a URL ends in a fault or leads off the site", async () => {
  for (let byte = 1; byte < 256; byte++) {
    const query = `${String.fromCharCode(byte)}x`;
    const answer = await say(site.port, bytes(`GET /ABOUT?${query}`, "Connection: close\r\n"));
    expect(answer, `byte ${byte}`).toMatch(/^HTTP\/1\.1 (308|400) /);
    for (const location of values(answer, "location")) expect(location).toMatch(/^\/about(\?|$)/);
  }
});

it("rejections: the connection is closed when a client asks for a tunnel", async () => {
  expect(await say(site.port, bytes("CONNECT evil.example:443"))).toBe("");
});

it("rejections: a quote arrives when its client asks before it uploads", async () => {
  const form = String(new URLSearchParams({ ...FORM, fullName: "Asked first" }));
  const post = bytes("POST /quote", "Expect: 100-continue\r\nConnection: close\r\n", form);
  const asking = open(site.port);
  asking.socket.write(post.slice(0, -form.length));
  await expect.poll(asking.said).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  asking.socket.write(form);
  expect(await asking.answer).toMatch(/\r\n\r\nHTTP\/1\.1 303 /);
  expect(forwarder.received).toHaveLength(1);
});

it("rejections: a quote is answered when nonsense follows it on the connection", async () => {
  forwarder.behave("slow", { ms: 500 });
  const form = String(new URLSearchParams({ ...FORM, fullName: "Followed by nonsense" }));
  const answer = await say(site.port, `${bytes("POST /quote", "", form)}nonsense\r\n\r\n`);
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 303"]);
  expect(forwarder.received).toHaveLength(1);
});

it("rejections: no fault is logged when clients go away in the middle of anything", async () => {
  for (const part of ["G", "GET / HTTP/1.1\r\n", `${bytes("POST /quote", "Content-Length: 9\r\n")}x`]) {
    const { socket, answer } = open(site.port);
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
    socket.resetAndDestroy();
    await answer;
  }
});
