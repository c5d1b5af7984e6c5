import { readdirSync } from "node:fs";
import { get, type Header, type Kind, many, post, URLENCODED, words } from "../case";
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

export const ADDRESS_KINDS: Kind[] = [
  many("traversal", 700, ({ random }) => {
    const steps = [...Array.from({ length: random.int(0, 6) }, () => random.pick(UP)), random.pick(WANTED)];
    const path = random.pick(START) + steps.join(random.pick(["/", "/", "//", "%2f", "\\"]));
    return random.chance(0.8)
      ? get(path, [308, 400, 403, 404])
      : post(path, URLENCODED, "a=b", [400, 403, 404, 405]);
  }),
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
    return get(random.pick(FILES), [200, 206, 304], headers, random.pick(["GET", "HEAD"]));
  }),
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
