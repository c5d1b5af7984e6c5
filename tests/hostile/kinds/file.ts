import { readdirSync } from "node:fs";
import { get, type Kind } from "../case";

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

export const FILE_KINDS: Kind[] = [
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
];
