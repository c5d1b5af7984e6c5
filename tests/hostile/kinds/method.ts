import { METHODS } from "node:http";
import { type Case, get, head, type Kind } from "../case";

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
  "1.2.3.4.5",
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

export const METHOD_KINDS: Kind[] = [
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
];
