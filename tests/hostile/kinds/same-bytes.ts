import { METHODS } from "node:http";
import { type Allowed, head, type Kind, LATER_MS, raw, table, words } from "../case";

/** Requests that are the same bytes each time: what a right site may answer, and to which. */
type Rows = [allow: Allowed, requests: (string | Buffer)[]][];

const heads = (...all: string[]) =>
  all.map((lines) => `GET /about HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`);
const gets = (...paths: string[]) => paths.map((path) => head("GET", Buffer.from(path)));
const hosts = (...all: string[]) =>
  all.map((host) => Buffer.from(`GET /about HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
const PLACES = words(
  "/ /about /quote /contact /nowhere /favicon.svg /quote.data /_root.data /build/x.js /ABOUT",
);
/** llhttp knows these words; any other is no request at all. CONNECT has an answer of its own. */
const OTHER_METHODS = METHODS.filter((method) => !["GET", "HEAD", "POST", "CONNECT"].includes(method));

/** Heads that are no HTTP or too much of it, addresses, hosts, methods. */
const SAME_BYTES: Record<string, Rows> = {
  heads: [
    [
      [431],
      heads(`X: ${"y".repeat(20_000)}`, `${"y".repeat(20_000)}: x`, `Cookie: ${"a=b; ".repeat(8_000)}`),
    ],
    [
      [200, 431],
      heads(
        `X: y${"\r\nX: y".repeat(2_499)}`,
        Array.from({ length: 900 }, (_, at) => `X-${at}: y`).join("\r\n"),
      ),
    ],
    [
      [200],
      heads(
        `X: y${"\r\nX: y".repeat(299)}`,
        "X: a\u00ff\u0080b",
        "Connection: close, keep-alive, upgrade, x",
      ),
    ],
    [[200], heads(`Cookie: ${"a=b; ".repeat(1_500)}`, "Cookie: =;;=;__proto__=1;constructor=2")],
    [[200], heads(`Accept-Encoding: ${"gzip,".repeat(2_000)}`, "Accept-Language: *\r\nAccept: ;;;;q=,")],
    [[200, 406], heads("Accept-Encoding: identity;q=0, *;q=0")],
    [[200, 304], heads("If-None-Match: *")],
    [[200], heads('If-None-Match: W/"x", "y", z\r\nIf-Modified-Since: yesterday')],
    [[400], heads("X : y", "X y", ": y", "X: a\u0000b", "X: a\rb", "X\u00e9: y")],
    [[200, 400], heads(" X: y", "X: y\r\n z", "Host: other.example")],
    [[200, 400], heads("Accept-Encoding: gzip;q=NaN, br;q=-1, *;q=9, \u0001")],
    [[400], ["GET / HTTP/1.1\r\n\r\n"]],
    [[200, 400], ["GET / HTTP/1.0\r\n\r\n"]],
  ],
  // A redirect is fine if it stays here; the judge looks.
  "odd addresses": [
    [[200], gets("/?", "/about?a[b]=c&a[]=&__proto__[x]=1&=&&&", `/quote?service=${"s".repeat(1_900)}`)],
    [[200], gets(`/about?${"a&".repeat(900)}`)],
    [[308], gets(...words("///about/// /ABOUT?%0d%0aX:%20y"))],
    [[400], gets(...words("/% /%zz /%ff /%c0%af /%ed%a0%80 evil * ?"), "/\u0000", "/about\u0001")],
    [[400, 404], gets(...words("/a%00b /about\u007f /caf\u00e9"))],
    [
      [308, 400, 404],
      gets(
        ...words(
          String.raw`//evil.example //evil.example/about /\evil.example /.//evil.example /%2f%2fevil.example
          /%5cevil.example/about /About;v=1 /about%0d%0aX:%20y`,
        ),
      ),
    ],
    [[200, 308, 404], gets("/%61bout")],
    [[200, 400, 404], gets("/about#x")],
    [[200, 400], gets(...words("http://evil.example/about /quote?service=%00%ff%c0%80"))],
    [[414], gets(`/about?${"q".repeat(2_048)}`, `/${"p".repeat(2_048)}`)],
    [[414], gets(`/${"p/".repeat(5_000)}`, `/${"%2e/".repeat(3_000)}`)],
    [[414, 431], gets(`/${"p".repeat(20_000)}`)],
  ],
  hosts: [
    [[200], hosts(...words("LOCALHOST a.example a.example:80 [::1]:3000 127.0.0.1 a-b_c.example"))],
    [
      [400],
      hosts(
        ...words(
          String.raw`evil.example/x ex<ample user@host localhost:99999 localhost:-1 1.2.3.256 1.2.3.4.5 [::::] [::1
          http://a/ a,b a?b a#b \\a %61 a:b:c`,
        ),
        ...["", " ", "a b", "a\u0000b", "a\tb", "'; drop table--", "é.example"],
      ),
    ],
  ],
  methods: [
    [[200, 204, 308, 404], PLACES.map((path) => head("HEAD", path))],
    [[405], OTHER_METHODS.flatMap((method) => PLACES.map((path) => head(method, path)))],
    [
      [400, 405, 501, "closed"],
      ["get", "FOO", "GETX", "P\u0000ST", "", "PO ST"].map((method) => head(method, "/quote")),
    ],
    [[400, 405, 501, "closed"], [head("CONNECT", "evil.example:25")]],
  ],
  // What is spoken on a web server's port by those who take it for something else.
  "other protocols": [
    [
      [200, 400, 426, 501],
      ["websocket", "h2c", "TLS/1.3"].flatMap((protocol) =>
        heads(`Connection: Upgrade\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQAAP__`),
      ),
    ],
    [
      [400, 505, "closed"],
      [
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0",
        Buffer.from("1603010200010001fc0303", "hex"),
        "SSH-2.0-OpenSSH_9.6\r\n",
        "EHLO mail.example\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "\r\n\r\n\r\n\r\n",
        "\0\0\0\0",
        '{"jsonrpc":"2.0"}\n',
      ],
    ],
  ],
};

export const SAME_BYTES_KINDS: Kind[] = Object.entries(SAME_BYTES).map(([name, rows]) =>
  table(
    name,
    rows.flatMap(([allow, requests]) => requests.map((bytes) => [bytes, allow] as const)),
    4,
    ([bytes, allow]) => ({
      ...raw(bytes, allow, allow.includes("closed") ? LATER_MS : undefined),
      methods: [bytes.toString("latin1").startsWith("HEAD ") ? "HEAD" : "GET"],
    }),
  ),
);
