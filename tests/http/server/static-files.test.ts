import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { ask } from "../post";
import { attackedSite, PHONE } from "./attacked-site";
import { say, values } from "./raw";

const attacked = attackedSite();
const FILES = (readdirSync("public", { recursive: true }) as string[])
  .filter((name) => statSync(join("public", name)).isFile())
  .map((name) => `/${name}`);
const FILM = "/video/loop-960x540.mp4";
const film = readFileSync(join("public", FILM));

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(attacked.site.url + path, { headers });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

it("every public file arrives as it is, under its kind, and is not sent twice", async () => {
  expect(FILES.length).toBeGreaterThan(100);
  for (const path of FILES) {
    const file = readFileSync(join("public", path));
    const { status, headers, body } = await get(path);
    expect(status, path).toBe(200);
    expect(body.equals(file), path).toBe(true);
    expect(headers["content-type"], path).toMatch(
      /^((image|font|video|text)\/[\w+-]+|application\/json)(; charset=utf-8)?$/i,
    );
    expect(headers["cache-control"], path).toBe(
      path.startsWith("/build/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600, stale-while-revalidate=604800",
    );
    const again = await get(path, { "if-none-match": String(headers.etag) });
    expect([again.status, again.body.length], path).toEqual([304, 0]);
    expect(again.headers["cross-origin-resource-policy"]).toBe(headers["cross-origin-resource-policy"]);
  }
});

it.each([
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".webm", "video/webm"],
  [".mp4", "video/mp4"],
  [".avif", "image/avif"],
  [".woff2", "font/woff2"],
])("a %s file is %s", async (ending, type) => {
  const path = FILES.find((path) => path.endsWith(ending)) ?? "";
  expect((await get(path)).headers["content-type"]).toBe(type);
});

it("text was compressed by the build, at its best; pictures and film are not compressed again", async () => {
  const text = FILES.filter(
    (path) => /\.(js|css|svg)$/.test(path) && readFileSync(join("public", path)).length > 1000,
  );
  expect(text.length).toBeGreaterThan(15);
  for (const path of text) {
    const file = readFileSync(join("public", path));
    const [gzip, br] = [
      await get(path, { "accept-encoding": "gzip" }),
      await get(path, { "accept-encoding": "gzip, br" }),
    ] as const;
    expect([gzip.headers["content-encoding"], br.headers["content-encoding"]], path).toEqual(["gzip", "br"]);
    expect(gunzipSync(gzip.body).equals(file) && brotliDecompressSync(br.body).equals(file), path).toBe(true);
    expect(br.headers.vary).toBe("Accept-Encoding");
    expect(br.headers.etag).not.toBe(gzip.headers.etag);
  }
  for (const path of ["/og.jpg", FILM, "/fonts/archivo.woff2"]) {
    const { headers } = await get(path, { "accept-encoding": "gzip, br" });
    expect([headers["content-encoding"], headers.vary], path).toEqual([undefined, undefined]);
  }
});

describe("the film in parts", () => {
  const { length } = film;
  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=1000-", 1000, length - 1],
    ["bytes=-500", length - 500, length - 1],
    [`bytes=-${length + 5}`, 0, length - 1],
    [`bytes=${length - 1}-${length + 100}`, length - 1, length - 1],
  ])("%s", async (range, first, last) => {
    const { status, headers, body } = await get(FILM, { range });
    expect([status, headers["content-range"]]).toEqual([206, `bytes ${first}-${last}/${length}`]);
    expect(headers["content-length"]).toBe(String(last - first + 1));
    expect(headers["content-type"]).toBe("video/mp4");
    expect(body.equals(film.subarray(first, last + 1))).toBe(true);
  });

  it.each(["bytes=9-1", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "bytes=-", "bytes", ""])(
    "%j asks for no part: the whole",
    async (range) => {
      const { status, body } = await get(FILM, { range });
      expect([status, body.length]).toEqual([200, length]);
    },
  );

  it.each([`bytes=${length}-`, "bytes=-0", "bytes=99999999999999999999-"])(
    "%s is not there: 416",
    async (range) => {
      const { status, headers, body } = await get(FILM, { range });
      expect([status, headers["content-range"]]).toEqual([416, `bytes */${length}`]);
      expect(String(body)).toContain(PHONE);
      expect(String(body)).not.toMatch(/node_modules|Error/);
    },
  );

  it("of the version that the browser has, or else the whole", async () => {
    const etag = String((await get(FILM)).headers.etag);
    expect((await get(FILM, { range: "bytes=0-9", "if-range": etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sat, 21 Nov 2026 00:00:00 GMT"])
      expect((await get(FILM, { range: "bytes=0-9", "if-range": other })).status, other).toBe(200);
    expect((await get(FILM, { "if-match": etag })).status).toBe(200);
    expect((await get(FILM, { "if-match": "*" })).status).toBe(200);
    const changed = await get(FILM, { "if-match": `W/${etag}` });
    expect(changed.status).toBe(412);
    expect(String(changed.body)).toContain(PHONE);
    expect(String(changed.body)).not.toMatch(/node_modules|Error/);
  });
});

it("by HEAD: the headers, no body, and no part", async () => {
  const answer = await ask(attacked.site.url, FILM, { method: "HEAD", headers: { range: "bytes=0-9" } });
  expect([answer.status, answer.headers["content-length"], answer.text]).toEqual([
    200,
    String(film.length),
    "",
  ]);
  expect(answer.headers["accept-ranges"]).toBe("bytes");
});

it.each([
  "/../package.json",
  "/build/../../package.json",
  "/build/..%2f..%2fpackage.json",
  "/%2e%2e/package.json",
  "/images/%2e%2e%2f%2e%2e%2fpackage.json",
  "/..%5cpackage.json",
  "/build//../../package.json",
  "/package.json",
  "/public/../package.json",
  "/app/root.tsx",
  "/build/index.js",
  "/build/compressed",
  "/images/hero-800.jpg/../../../package.json",
  "/images/hero-800.jpg%00",
])("%s is no way out of the public files", async (path) => {
  const answer = await say(
    attacked.site.port,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
  expect(answer).toContain(PHONE);
  expect(answer).not.toContain("excavation-website");
});

it("a file is found with a query behind it, and in its own spelling only", async () => {
  expect((await get("/og.jpg?v=2")).status).toBe(200);
  expect((await get("/OG.jpg")).status).toBe(404);
});

it("a file from memory closes its connection where the client asks for it", async () => {
  const answer = await say(
    attacked.site.port,
    "GET /favicon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
  );
  expect(values(answer, "connection")).toEqual(["close"]);
});
