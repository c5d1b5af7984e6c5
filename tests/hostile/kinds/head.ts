import type { Case, Kind } from "../case";

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
    name: "heads",
    count: 500,
    make({ number }): Case {
      const [lines, allow] = HEADS[number % HEADS.length] as (typeof HEADS)[number];
      const text = `GET /about HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
      return { pieces: [Buffer.from(text, "latin1")], methods: ["GET"], allow: [allow] };
    },
  },
];
