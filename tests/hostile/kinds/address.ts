import { readdirSync } from "node:fs";
import { type Allowed, type Case, get, type Kind, post, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";
import type { Random } from "../random";

const UP = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "..%2f..",
  "..%5c..",
  "..;",
  "....",
  "%252e%252e",
  "..%00",
  "%c0%ae%c0%ae",
  "..\\..",
];
const START = ["/", "/build/", "/images/", "/about/", "//", "/./", "/build/%2f", "/fonts/..%2f"];
const WANTED = [
  "package.json",
  ".env",
  ".git/config",
  "build/index.js",
  "outbox/key",
  "outbox/new/",
  "app/root.tsx",
  "etc/passwd",
  "node_modules/react/package.json",
  "package.json%00.svg",
];

function traversal(random: Random): string {
  const up = Array.from({ length: random.int(0, 6) }, () => random.pick(UP));
  return random.pick(START) + [...up, random.pick(WANTED)].join(random.pick(["/", "/", "//", "%2f", "\\"]));
}

/** Addresses that are no page. A redirect is fine if it stays here; the judge looks. */
const ODD: [path: string, allow: Allowed][] = [
  ["/%", [400]],
  ["/%zz", [400]],
  ["/%ff", [400]],
  ["/%c0%af", [400]],
  ["/%ed%a0%80", [400]],
  ["/a%00b", [400, 404]],
  ["/\u0000", [400]],
  ["/about\u0001", [400]],
  ["/about\u007f", [400, 404]],
  ["/caf\u00e9", [400, 404]],
  ["//evil.example", [308, 400, 404]],
  ["//evil.example/about", [308, 400, 404]],
  ["/\\evil.example", [308, 400, 404]],
  ["/.//evil.example", [308, 400, 404]],
  ["/%2f%2fevil.example", [308, 400, 404]],
  ["/%5cevil.example/about", [308, 400, 404]],
  ["///about///", [308]],
  ["/About;v=1", [308, 400, 404]],
  ["/about%0d%0aX:%20y", [308, 400, 404]],
  ["/ABOUT?%0d%0aX:%20y", [308]],
  ["/%61bout", [200, 308, 404]],
  ["/about#x", [200, 400, 404]],
  ["http://evil.example/about", [200, 400]],
  ["evil", [400]],
  ["*", [400]],
  ["?", [400]],
  ["/?", [200]],
  ["/about?a[b]=c&a[]=&__proto__[x]=1&=&&&", [200]],
  ["/quote?service=%00%ff%c0%80", [200, 400]],
  [`/quote?service=${"s".repeat(1_900)}`, [200]],
  [`/about?${"q".repeat(2_048)}`, [414]],
  [`/${"p".repeat(2_048)}`, [414]],
  [`/${"p/".repeat(5_000)}`, [414]],
  [`/${"%2e/".repeat(3_000)}`, [414]],
  [`/${"p".repeat(20_000)}`, [414, 431]],
  [`/about?${"a&".repeat(900)}`, [200]],
];

const FILES = [
  "/favicon.svg",
  "/og.jpg",
  "/fonts/archivo.woff2",
  `/build/${readdirSync("public/build").find((name) => name.endsWith(".js"))}`,
];

const RANGES = [
  "bytes=0-0",
  "bytes=-1",
  "bytes=0-",
  "bytes=5-2",
  "bytes=9999999999-",
  "bytes=-99999999999",
  "bytes=a-b",
  "bytes=",
  "lines=1-2",
  "bytes=0-0,0-0,0-0",
  `bytes=${"0-1,".repeat(1_500)}0-1`,
  "bytes=0x0-0x9",
  "bytes=18446744073709551616-",
  "bytes=0-1, 5-9, 3-4",
];

const CONDITIONS = [
  ["If-None-Match", "*"],
  ["If-None-Match", 'W/"x'],
  ["If-None-Match", '"a",'.repeat(500)],
  ["If-Match", '"other"'],
  ["If-Match", "*"],
  ["If-Modified-Since", "Thu, 32 Foo 2099 99:99:99 GMT"],
  ["If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ["If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"],
  ["If-Range", '"x"'],
  ["Accept-Encoding", "br;q=2, gzip;q=x, zstd, ,"],
  ["Accept-Encoding", ""],
  ["Cache-Control", "only-if-cached, max-age=-1"],
] as const;

const DATA = [
  "/quote.data",
  "/_root.data",
  "/about.data",
  "/contact.data",
  "/about/quote.data",
  "/nowhere.data",
  "/.data",
  "/quote.data.data",
  "/%2e.data",
  "/quote.DATA",
];
const DATA_QUERIES = [
  "",
  "?_data=quote/home",
  "?_data=routes%2Fx",
  "?_routes=",
  "?_routes=root",
  "?_routes=quote/home,page/home",
  "?_routes=__proto__",
  `?_routes=${"a,".repeat(900)}`,
  "?index",
  "?_data=%00",
  "?_routes=%ff&_data=x",
];

export const ADDRESS_KINDS: Kind[] = [
  {
    name: "traversal",
    count: 900,
    make({ random }) {
      const path = traversal(random);
      return random.chance(0.8)
        ? get(path, [308, 400, 403, 404])
        : post(path, URLENCODED, "a=b", [400, 403, 404, 405]);
    },
  },
  {
    name: "odd addresses",
    count: 720,
    make({ number }) {
      const [path, allow] = ODD[number % ODD.length] as (typeof ODD)[number];
      return get(Buffer.from(path), allow);
    },
  },
  {
    name: "files: ranges, conditions",
    count: 500,
    make({ random }) {
      const headers = random.pick([
        [["Range", random.pick(RANGES)]],
        [random.pick(CONDITIONS)],
        [["Range", random.pick(RANGES)], random.pick(CONDITIONS)],
      ]) as [string, string][];
      return get(random.pick(FILES), [200, 206, 304, 412, 416], headers, random.pick(["GET", "HEAD"]));
    },
  },
  {
    name: "data addresses, read",
    count: 300,
    make: ({ random }) => get(random.pick(DATA) + random.pick(DATA_QUERIES), [200, 204, 308, 400, 404]),
  },
  {
    name: "data addresses, posted",
    count: 400,
    make({ random, marker }): Case {
      const path = random.pick(random.chance(0.5) ? DATA : FORM_PATHS);
      const [type, body] = random.pick([
        [URLENCODED, urlencoded(validFields(marker))],
        [URLENCODED, `fullName=${marker}`],
        ["application/json", `{"a":"${marker}"}`],
        ["multipart/form-data", marker],
      ] as const);
      const query = path.includes("?") ? "" : random.pick(DATA_QUERIES);
      return post(path + query, type, body, [202, 303, 400, 404, 405, 415, 422]);
    },
  },
];
