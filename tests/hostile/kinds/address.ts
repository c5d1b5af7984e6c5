import { readdirSync } from "node:fs";
import { METHODS } from "node:http";
import {
  type Allowed,
  get,
  type Header,
  head,
  type Kind,
  many,
  post,
  raw,
  table,
  URLENCODED,
  words,
} from "../case";
import { urlencoded } from "../form";

/** Addresses of what is no page, and of what is. */
const UP = words(
  String.raw`.. %2e%2e %2E. .%2e ..%2f.. ..%5c.. ..; .... %252e%252e ..%00 %c0%ae%c0%ae ..\..`,
);
const START = words("/ /build/ /images/ /about/ // /./ /build/%2f /fonts/..%2f");
const WANTED = words(
  `package.json .env .git/config build/index.js outbox/key outbox/new/ app/root.tsx etc/passwd
  node_modules/react/package.json package.json%00.svg`,
);
const PLACES = words(
  "/ /about /quote /contact /nowhere /favicon.svg /quote.data /_root.data /build/x.js /ABOUT",
);

/** A redirect is fine if it stays here; the judge looks. */
const ODD: [allow: Allowed, paths: string[]][] = [
  [[200], ["/?", "/about?a[b]=c&a[]=&__proto__[x]=1&=&&&", `/quote?service=${"s".repeat(1_900)}`]],
  [[200], [`/about?${"a&".repeat(900)}`]],
  [[308], words("///about/// /ABOUT?%0d%0aX:%20y")],
  [[400], [...words("/% /%zz /%ff /%c0%af /%ed%a0%80 evil * ?"), "/\u0000", "/about\u0001"]],
  [[400, 404], words("/a%00b /about\u007f /caf\u00e9")],
  [
    [308, 400, 404],
    words(
      String.raw`//evil.example //evil.example/about /\evil.example /.//evil.example /%2f%2fevil.example
      /%5cevil.example/about /About;v=1 /about%0d%0aX:%20y`,
    ),
  ],
  [[200, 308, 404], ["/%61bout"]],
  [[200, 400, 404], ["/about#x"]],
  [[200, 400], words("http://evil.example/about /quote?service=%00%ff%c0%80")],
  [[414], [`/about?${"q".repeat(2_048)}`, `/${"p".repeat(2_048)}`]],
  [[414], [`/${"p/".repeat(5_000)}`, `/${"%2e/".repeat(3_000)}`]],
  [[414, 431], [`/${"p".repeat(20_000)}`]],
];

const DATA = words(
  `/quote.data /_root.data /about.data /contact.data /about/quote.data /nowhere.data /.data /quote.data.data /%2e.data
  /quote.DATA`,
);
const DATA_QUERIES = [
  "",
  ...words(
    `?_data=quote/home ?_data=routes%2Fx ?_routes= ?_routes=root ?_routes=quote/home,page/home ?_routes=__proto__
    ?index ?_data=%00 ?_routes=%ff&_data=x`,
  ),
  `?_routes=${"a,".repeat(900)}`,
];

const SCRIPT = readdirSync("public/build").find((name) => name.endsWith(".js"));
const FILES = ["/favicon.svg", "/og.jpg", "/fonts/archivo.woff2", `/build/${SCRIPT}`];
const RANGES = [
  ...words(
    `bytes=0-0 bytes=-1 bytes=0- bytes=5-2 bytes=9999999999- bytes=-99999999999 bytes=a-b bytes= lines=1-2
    bytes=0-0,0-0,0-0 bytes=0x0-0x9 bytes=18446744073709551616-`,
  ),
  `bytes=${"0-1,".repeat(1_500)}0-1`,
  "bytes=0-1, 5-9, 3-4",
].map((range): Header => ["Range", range]);
const CONDITIONS: Header[] = [
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
];

const BAD_HOSTS = [
  ...words(
    String.raw`evil.example/x ex<ample user@host localhost:99999 localhost:-1 1.2.3.256 1.2.3.4.5 [::::] [::1 http://a/
    a,b a?b a#b \\a %61 a:b:c`,
  ),
  ...["", " ", "a b", "a\u0000b", "a\tb", "'; drop table--", "é.example"],
];
const FINE_HOSTS = words("LOCALHOST a.example a.example:80 [::1]:3000 127.0.0.1 a-b_c.example");

/** llhttp knows these words; any other is no request at all. CONNECT has an answer of its own. */
const OTHER_METHODS = METHODS.filter((method) => !["GET", "HEAD", "POST", "CONNECT"].includes(method));

export const ADDRESS_KINDS: Kind[] = [
  many("traversal", 700, ({ random }) => {
    const steps = [...Array.from({ length: random.int(0, 6) }, () => random.pick(UP)), random.pick(WANTED)];
    const path = random.pick(START) + steps.join(random.pick(["/", "/", "//", "%2f", "\\"]));
    return random.chance(0.8)
      ? get(path, [308, 400, 403, 404])
      : post(path, URLENCODED, "a=b", [400, 403, 404, 405]);
  }),
  table(
    "odd addresses",
    ODD.flatMap(([allow, paths]) => paths.map((path) => [path, allow] as const)),
    4,
    ([path, allow]) => get(Buffer.from(path), allow),
  ),
  many("data addresses, read", 300, ({ random }) =>
    get(random.pick(DATA) + random.pick(DATA_QUERIES), [200, 204, 308, 400, 404]),
  ),
  many("data addresses, posted", 400, (given) => {
    const { random, marker } = given;
    const [type, body] = random.pick([
      [URLENCODED, urlencoded(marker)],
      [URLENCODED, `fullName=${marker}`],
      ["application/json", `{"a":"${marker}"}`],
      ["multipart/form-data", marker],
    ] as const);
    const allow = [202, 303, 400, 404, 405, 415, 422];
    const path = random.pick(["/quote", "/about/quote", "/contact", ...DATA]);
    return post(path + random.pick(DATA_QUERIES), type, body, allow);
  }),
  many("files: ranges, conditions", 500, ({ random }) => {
    const [range, condition] = [random.pick(RANGES), random.pick(CONDITIONS)];
    const headers = random.pick([[range], [condition], [range, condition]]);
    return get(random.pick(FILES), [200, 206, 304, 412, 416], headers, random.pick(["GET", "HEAD"]));
  }),
  many("hosts", 400, ({ random, number }) => {
    const [hosts, allow] = number % 5 === 0 ? [FINE_HOSTS, [200]] : [BAD_HOSTS, [400]];
    return raw(Buffer.from(`GET /about HTTP/1.1\r\nHost: ${random.pick(hosts)}\r\n\r\n`), allow);
  }),
  table("no Host", ["1", "0"], 4, (minor) =>
    raw(`GET / HTTP/1.${minor}\r\n\r\n`, minor === "1" ? [400] : [200, 400]),
  ),
  table("HEAD", PLACES, 4, (path) => get(path, [200, 204, 308, 404], [], "HEAD")),
  many("other methods", 500, ({ random }) => get(random.pick(PLACES), [405], [], random.pick(OTHER_METHODS))),
  table(
    "methods that are none",
    ["get", "FOO", "GETX", "P\u0000ST", "", "PO ST", "CONNECT"],
    17,
    (method) => {
      const path = method === "CONNECT" ? "evil.example:25" : "/quote";
      return raw(head(method, path), [400, 405, 501, "closed"]);
    },
  ),
  many("posts nobody takes", 150, ({ random, marker }) => {
    const [path, status] = random.pick([
      ["/", 405],
      ["/about", 405],
      ["/ABOUT/", 405],
      ["/nowhere", 404],
      ["/favicon.svg", 404],
      ["/build/x.js", 404],
    ] as const);
    return post(path, URLENCODED, urlencoded(marker), [status]);
  }),
];
