import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { ask } from "../post";
import { attackedSite, PHONE } from "./attacked-site";
import { bytes, say, values } from "./raw";

const site = attackedSite();
const FILES = (readdirSync("public", { recursive: true }) as string[])
  .filter((name) => statSync(join("public", name)).isFile())
  .map((name) => `/${name}`);
const VIDEO = "/video/loop-720x540.mp4";
const video = readFileSync(join("public", VIDEO));

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(site.url + path, { headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, body };
}

it("static files: each arrives whole, with its type, compressed when it is text", async () => {
  expect(FILES.length).toBeGreaterThan(100);
  for (const path of FILES) {
    const file = readFileSync(join("public", path));
    const { status, headers, body } = await get(path);
    expect(status, path).toBe(200);
    expect(body.equals(file), path).toBe(true);
    expect(headers["content-type"], path).toBe(TYPES[extname(path)]);
    expect(headers["cache-control"], path).toBe(
      path.startsWith("/build/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600, stale-while-revalidate=604800",
    );
    const again = await get(path, { "if-none-match": String(headers.etag) });
    expect([again.status, again.body.length], path).toEqual([304, 0]);

    const gzip = await get(path, { "accept-encoding": "gzip" });
    const br = await get(path, { "accept-encoding": "gzip, br" });
    const encodings = [gzip, br].map(({ headers }) => headers["content-encoding"]);
    if (/\.(js|css|svg)$/.test(path) && file.length > 1_000) {
      expect(encodings, path).toEqual(["gzip", "br"]);
      expect(gunzipSync(gzip.body).equals(file), path).toBe(true);
      expect(brotliDecompressSync(br.body).equals(file), path).toBe(true);
      expect(br.headers.vary).toBe("Accept-Encoding");
      expect(br.headers.etag).not.toBe(gzip.headers.etag);
    }
    if (/^(image\/(?!svg)|font|video)/.test(String(headers["content-type"])))
      expect([...encodings, headers.vary], path).toEqual([undefined, undefined, undefined]);
  }
});

describe("the video in parts", () => {
  const { length } = video;
  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=1000-", 1000, length - 1],
    ["bytes=-500", length - 500, length - 1],
    [`bytes=-${length + 5}`, 0, length - 1],
    [`bytes=${length - 1}-${length + 100}`, length - 1, length - 1],
  ])("%s", async (range, first, last) => {
    const { status, headers, body } = await get(VIDEO, { range });
    expect([status, headers["content-range"]]).toEqual([206, `bytes ${first}-${last}/${length}`]);
    expect(headers["content-length"]).toBe(String(last - first + 1));
    expect(headers["content-type"]).toBe("video/mp4");
    expect(body.equals(video.subarray(first, last + 1))).toBe(true);
  });

  it.each(["bytes=9-1", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "bytes=-0", `bytes=${length}-`, ""])(
    "the whole when %j asks for no part that is there",
    async (range) => {
      const { status, body } = await get(VIDEO, { range });
      expect([status, body.length]).toEqual([200, length]);
    },
  );

  it("a part when the browser has this version, else the whole", async () => {
    const etag = String((await get(VIDEO)).headers.etag);
    const date = "Sat, 21 Nov 2026 00:00:00 GMT";
    const tags = [etag, '"other"', `W/${etag}`, date];
    const answers = await Promise.all(tags.map((tag) => get(VIDEO, { range: "bytes=0-9", "if-range": tag })));
    expect(answers.map(({ status }) => status)).toEqual([206, 200, 200, 200]);
  });

  it("the headers alone when the method is HEAD", async () => {
    const answer = await ask(site.url, VIDEO, { method: "HEAD", headers: { range: "bytes=0-9" } });
    expect([answer.status, answer.headers["content-length"], answer.text]).toEqual([200, `${length}`, ""]);
    expect(answer.headers["accept-ranges"]).toBe("bytes");
  });
});

it.each([
  "/../package.json",
  "/build/../../package.json",
  "/build/..%2f..%2fpackage.json",
  "/%2e%2e/package.json",
  "/..%5cpackage.json",
  "/build//../../package.json",
  "/package.json",
  "/public/../package.json",
  "/app/root.tsx",
  "/build/index.js",
  "/build/compressed",
  "/images/hero-800.jpg%00",
  "/OG.jpg",
])("static files: %s is none, and no way out to another", async (path) => {
  const answer = await say(site.port, bytes(`GET ${path}`, "Connection: close\r\n"));
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
  expect(answer).toContain(PHONE);
  expect(answer).not.toContain("excavation-website");
});

it("static files: one is found with a query, and the connection closed when the client asks", async () => {
  const answer = await say(site.port, bytes("GET /og.jpg?v=2", "Connection: close\r\n"));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(values(answer, "connection")).toEqual(["close"]);
});
