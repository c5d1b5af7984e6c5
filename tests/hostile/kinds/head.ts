import { METHODS } from "node:http";
import { type Case, get, head, type Kind, post, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";

const BAD_HOSTS = [
  "",
  " ",
  "evil.example/x",
  "a b",
  "ex<ample",
  "user@host",
  "localhost:99999",
  "localhost:-1",
  "1.2.3.256",
  "xn--a",
  "[::::]",
  "[::1",
  "a\u0000b",
  "a\tb",
  "http://a/",
  "a,b",
  "a?b",
  "a#b",
  "\\\\a",
  "%61",
  "a:b:c",
  "'; drop table--",
  "\u00e9.example",
];
const FINE_HOSTS = ["LOCALHOST", "a.example", "a.example:80", "[::1]:3000", "127.0.0.1", "a-b_c.example"];

const PLACES = [
  "/",
  "/about",
  "/quote",
  "/contact",
  "/nowhere",
  "/favicon.svg",
  "/quote.data",
  "/_root.data",
  "/build/x.js",
  "/ABOUT",
];

/** llhttp knows these words; any other is no request at all. CONNECT has an answer of its own. */
const OTHER_METHODS = METHODS.filter((method) => !["GET", "HEAD", "POST", "CONNECT"].includes(method));

const TYPES = [
  ["application/json", '{"fullName":"M"}'],
  ["application/json; charset=utf-8", "{"],
  ["text/json", "[[[[[[[["],
  ["application/xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ["text/xml", "<a/>"],
  ["text/plain", "fullName=M"],
  ["application/octet-stream", "M"],
  ["application/x-www-form-urlencodedx", "fullName=M"],
  ["application/graphql", "{ a }"],
  ["application/x-ndjson", "{}\n{}"],
  ["image/svg+xml", "<svg onload='M'/>"],
  ["text/html", "<form>"],
  ["x", "M"],
  [";;;", "M"],
  ["application / json", "M"],
  [`${"a".repeat(9_000)}/b`, "M"],
  ["text/x-script; x", "M"],
] as const;

/** Heads that are no HTTP, or too much of it. The client would wait for ever without `half`. */
const HEADS: [lines: string, allow: Case["allow"][number]][] = [
  [`X: ${"y".repeat(20_000)}\r\n`, [431]],
  [`${"y".repeat(20_000)}: x\r\n`, [431]],
  ["X: y\r\n".repeat(2_500), [200, 431]],
  ["X: y\r\n".repeat(300), [200]],
  [Array.from({ length: 900 }, (_, at) => `X-${at}: y\r\n`).join(""), [200, 431]],
  [`Cookie: ${"a=b; ".repeat(1_500)}\r\n`, [200]],
  [`Cookie: ${"a=b; ".repeat(8_000)}\r\n`, [431]],
  ["Cookie: =;;=;__proto__=1;constructor=2\r\n", [200]],
  ["Accept-Encoding: gzip;q=NaN, br;q=-1, *;q=9, \u0001\r\n", [200, 400]],
  ["Accept-Encoding: identity;q=0, *;q=0\r\n", [200, 406]],
  [`Accept-Encoding: ${"gzip,".repeat(2_000)}\r\n`, [200]],
  ["Accept-Language: *\r\nAccept: ;;;;q=,\r\n", [200]],
  ["If-None-Match: *\r\n", [200, 304]],
  ['If-None-Match: W/"x", "y", z\r\nIf-Modified-Since: yesterday\r\n', [200]],
  ["X : y\r\n", [400]],
  [" X: y\r\n", [200, 400]],
  ["X: y\r\n z\r\n", [200, 400]],
  ["X y\r\n", [400]],
  [": y\r\n", [400]],
  ["X: a\u0000b\r\n", [400]],
  ["X: a\rb\r\n", [400]],
  ["X\u00e9: y\r\n", [400]],
  ["X: a\u00ff\u0080b\r\n", [200]],
  ["Host: other.example\r\n", [200, 400]],
  ["Connection: close, keep-alive, upgrade, x\r\n", [200]],
];

export const HEAD_KINDS: Kind[] = [
  {
    name: "hosts",
    count: 400,
    make({ random, number }): Case {
      const fine = number % 5 === 0;
      const host = Buffer.from(random.pick(fine ? FINE_HOSTS : BAD_HOSTS));
      const lines = [Buffer.from("GET /about HTTP/1.1\r\nHost: "), host, Buffer.from("\r\n\r\n")];
      return { pieces: [Buffer.concat(lines)], methods: ["GET"], allow: [fine ? [200] : [400]] };
    },
  },
  {
    name: "no Host",
    count: 40,
    make: ({ random }): Case =>
      random.chance(0.5)
        ? { pieces: [Buffer.from("GET / HTTP/1.1\r\n\r\n")], methods: ["GET"], allow: [[400]] }
        : { pieces: [Buffer.from("GET / HTTP/1.0\r\n\r\n")], methods: ["GET"], allow: [[200, 400]] },
  },
  {
    name: "HEAD",
    count: 120,
    make({ number }) {
      const path = PLACES[number % PLACES.length] as string;
      return get(path, [200, 204, 308, 404], [], "HEAD");
    },
  },
  {
    name: "other methods",
    count: 500,
    make: ({ random }) => get(random.pick(PLACES), [405], [], random.pick(["OPTIONS", ...OTHER_METHODS])),
  },
  {
    name: "methods that are none",
    count: 120,
    make({ random }): Case {
      const method = random.pick(["get", "FOO", "GETX", "P\u0000ST", "", "PO ST", "CONNECT"]);
      const path = method === "CONNECT" ? "evil.example:25" : "/quote";
      return { pieces: [head(method, path)], methods: ["GET"], allow: [[400, 405, 501, "closed"]] };
    },
  },
  {
    name: "content types",
    count: 510,
    make({ random, marker, number }) {
      const [type, body] = TYPES[number % TYPES.length] as (typeof TYPES)[number];
      return post(random.pick(FORM_PATHS), type, body.replace("M", marker), [415]);
    },
  },
  {
    name: "heads",
    count: 500,
    make({ number }): Case {
      const [lines, allow] = HEADS[number % HEADS.length] as (typeof HEADS)[number];
      const text = `GET /about HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
      return { pieces: [Buffer.from(text, "latin1")], methods: ["GET"], allow: [allow] };
    },
  },
  {
    name: "posts nobody takes",
    count: 150,
    make({ random, marker }) {
      const body = urlencoded(validFields(marker));
      const [path, status] = random.pick([
        ["/", 405],
        ["/about", 405],
        ["/ABOUT/", 405],
        ["/nowhere", 404],
        ["/favicon.svg", 404],
        ["/build/x.js", 404],
      ] as const);
      return post(path, URLENCODED, body, [status]);
    },
  },
];
