import { type Allowed, get, type Kind, post, URLENCODED } from "../case";
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

export const ADDRESS_KINDS: Kind[] = [
  {
    name: "traversal",
    count: 700,
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
];
