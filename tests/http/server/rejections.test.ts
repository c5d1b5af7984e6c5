import { expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "./attacked-site";
import { open, say, values } from "./raw";

const attacked = attackedSite();
const HOST = "Host: localhost\r\n";
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";

/** What a request is refused for, at every stage: by the policy, by Node's parser, before a request and after. */
const REFUSED: [name: string, bytes: string | Buffer, status: number, allow?: string][] = [
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["no host, by an old client", "GET / HTTP/1.0\r\n\r\n", 400],
  ["two hosts", `GET / HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, 400],
  ["a host that is none", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400],
  ["an address of another site", `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a method that is none of ours", `DELETE / HTTP/1.1\r\n${HOST}\r\n`, 405, "GET, HEAD, POST"],
  [
    "a form where there is none",
    `POST /about HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`,
    405,
    "GET, HEAD",
  ],
  ["a tunnel", `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, 405, "GET, HEAD, POST"],
  ["a long address", `GET /?${"q".repeat(2047)} HTTP/1.1\r\n${HOST}\r\n`, 414],
  ["an upload declared too large", `POST /quote HTTP/1.1\r\n${HOST}Content-Length: 300000\r\n\r\n`, 413],
  ["one with another method", `GET / HTTP/1.1\r\n${HOST}Content-Length: 300000\r\n\r\n`, 413],
  ["an address with a line break", `GET /about%0aX HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["an address with a line separator", `GET /about%E2%80%A8X HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a fragment in the address", `POST /#contact HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`, 400],
  ["an address of Remix's own past", `POST /quote?%5Fdata=quote/home HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["the same behind a second question mark", `GET /contact?a=1?&_data=root HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["another site's form", `POST /quote HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\n\r\n`, 403],
  ["an expectation", `GET / HTTP/1.1\r\n${HOST}Expect: a-miracle\r\n\r\n`, 417],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["a method nobody knows", `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a header that is none", `GET / HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400],
  ["two lengths", `POST /quote HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
  [
    "a length and chunks",
    `POST /quote HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    "a broken chunk",
    `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  [
    "endless words about a chunk",
    `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Transfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`,
    413,
  ],
  ["too many headers", `GET / HTTP/1.1\r\n${HOST}X: ${"x".repeat(20_000)}\r\n\r\n`, 431],
];

it.each(REFUSED)(
  "%s: refused with a readable page, and the connection closed",
  async (_n, bytes, status, allow) => {
    const answer = await say(attacked.site.port, bytes);
    const [head = "", page = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
    expect(values(answer, "connection")).toEqual(["close"]);
    expect(values(answer, "content-length")).toEqual([String(Buffer.byteLength(page, "latin1"))]);
    expect(values(answer, "content-type")).toEqual(["text/html; charset=utf-8"]);
    expect(values(answer, "cache-control")).toEqual(["no-store"]);
    expect(values(answer, "allow")).toEqual(allow ? [allow] : []);
    expect(values(answer, "date")).toHaveLength(1);
    for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
      expect(values(answer, name), name).toHaveLength(1);
    }
    expect(page).toMatch(/<h1>[^<]+<\/h1><p>[^<]+<\/p>/);
    expect(page).toContain(PHONE);
    expect(page).toContain('href="/quote"');
    expect(attacked.forwarder.received).toEqual([]);
  },
);

it("the very first connection of a site is refused as readably as any later one", async () => {
  const { startSite } = await import("../../start-site");
  const site = await startSite();
  expect(await say(site.port, "nonsense\r\n\r\n")).toContain(PHONE);
  await site.end();
});

it("an address of 2,048 bytes is a page", async () => {
  expect((await ask(attacked.site.url, `/?${"q".repeat(2046)}`)).status).toBe(200);
});

it("no byte in an address ends in a fault or leads off the site", async () => {
  for (let byte = 1; byte < 256; byte++) {
    const character = String.fromCharCode(byte);
    const answer = await say(
      attacked.site.port,
      Buffer.from(`GET /ABOUT?${character}x HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, "latin1"),
    );
    expect(answer, `byte ${byte}`).toMatch(/^HTTP\/1\.1 (308|400) /);
    for (const location of values(answer, "location")) expect(location).toMatch(/^\/about(\?|$)/);
  }
});

it("a wish to speak another protocol is passed over, and the page is served", async () => {
  for (const wish of ["websocket", "h2c"]) {
    const answer = await say(
      attacked.site.port,
      `GET /about HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: ${wish}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  }
});

it("a client that asks before it uploads may go on, and its quote arrives", async () => {
  const form = new URLSearchParams({ ...FORM, fullName: "Asked first" }).toString();
  const asking = open(attacked.site.port);
  asking.socket.write(
    `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: ${Buffer.byteLength(form)}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(asking.said).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  asking.socket.write(form);
  expect(await asking.answer).toMatch(/\r\n\r\nHTTP\/1\.1 303 /);
  expect(attacked.forwarder.received).toHaveLength(1);
});

it("a quote on its way is answered though nonsense follows it on the connection", async () => {
  attacked.forwarder.behave("slow", { ms: 500 });
  const form = new URLSearchParams({ ...FORM, fullName: "Followed by nonsense" }).toString();
  const answer = await say(
    attacked.site.port,
    `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}nonsense\r\n\r\n`,
  );
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 303"]);
  expect(attacked.forwarder.received).toHaveLength(1);
});

it("a client that goes away in the middle of anything is no fault", async () => {
  for (const bytes of [
    "G",
    `GET / HTTP/1.1\r\n${HOST}`,
    `POST /quote HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nx`,
  ]) {
    const { socket, answer } = open(attacked.site.port);
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    socket.resetAndDestroy();
    await answer;
  }
});

it("what a file's own server refuses is readable and guarded like everything else", async () => {
  const { status, text, headers } = await ask(attacked.site.url, "/favicon.svg", {
    headers: { range: "bytes=999999-" },
  });
  expect(status).toBe(416);
  expect(text).toContain("Range Not Satisfiable");
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

it("refusals to HEAD have the head alone", async () => {
  const answer = await say(attacked.site.port, `HEAD /% HTTP/1.1\r\n${HOST}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/\r\n\r\n$/);
});

it("posts to the pages' own forms pass", async () => {
  const answer = await postForm(attacked.site.url, "/contact", { ...FORM, fullName: "Passes" });
  expect(answer.status).toBe(303);
});
