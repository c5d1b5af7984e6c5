import { type Allowed, type Case, HOST, head, type Kind, LATER_MS, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";

/** What a body may be after `Transfer-Encoding: chunked`; `half` where the server would wait for more. */
const CHUNKS: [text: (body: string) => string, allow: Allowed, half?: typeof LATER_MS][] = [
  [(body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, [303]],
  [
    (body) =>
      [...body]
        .map((sign) => `1\r\n${sign}\r\n`)
        .join("")
        .concat("0\r\n\r\n"),
    [303],
  ],
  [(body) => `000${body.length.toString(16)};a=b;c\r\n${body}\r\n0\r\nX-Trailer: y\r\n\r\n`, [303]],
  [
    (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\nContent-Length: 5\r\nHost: evil\r\n\r\n`,
    [303, 400],
  ],
  [(body) => `${(body.length + 9).toString(16)}\r\n${body}\r\n0\r\n\r\n`, [400, "closed"], LATER_MS],
  [(body) => `${(body.length - 9).toString(16)}\r\n${body}\r\n0\r\n\r\n`, [400, "closed"], LATER_MS],
  [(body) => `-5\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `0x5\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `ffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `fffffff\r\n${body}`, [400, 413, "closed"], LATER_MS],
  [(body) => `\r\n${body}`, [400, "closed"]],
  [(body) => `zz\r\n${body}`, [400, "closed"]],
  [(body) => `${body.length.toString(16)}\n${body}\n0\n\n`, [400, "closed"], LATER_MS],
  [(body) => `${body.length.toString(16)}\r\n${body}\r\n`, [400, "closed"], LATER_MS],
  [(body) => `5;${"x".repeat(20_000)}\r\n${body}`, [400, 413, 431, "closed"]],
  [() => "0\r\n\r\n", [422]],
];

const ENCODINGS: [value: string, allow: Allowed][] = [
  ["gzip, chunked", [303, 400, 415, 501]],
  ["chunked, gzip", [400, 501]],
  ["chunked, chunked", [303, 400]],
  ["xchunked", [400, 501]],
  ["identity", [400, 501]],
  ["\u000bchunked", [400, 501]],
  ["Chunked", [303]],
];

/** A request as it might follow another on the same connection, hidden in its body. */
const HIDDEN = `GET /about HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;

const chunkedHead = (path: string, type: string, encoding = "chunked") =>
  head("POST", path, [
    ["Content-Type", type],
    ["Transfer-Encoding", encoding],
  ]);

export const CHUNK_KINDS: Kind[] = [
  {
    name: "chunks",
    count: 640,
    make({ random, marker, number }): Case {
      const [text, allow, half] = CHUNKS[number % CHUNKS.length] as (typeof CHUNKS)[number];
      const body = Buffer.from(text(urlencoded(validFields(marker))));
      return {
        pieces: [chunkedHead(random.pick(FORM_PATHS), URLENCODED), body],
        methods: ["POST"],
        allow: [allow],
        half,
      };
    },
  },
  {
    name: "transfer encodings",
    count: 140,
    make({ random, marker, number }): Case {
      const [encoding, allow] = ENCODINGS[number % ENCODINGS.length] as (typeof ENCODINGS)[number];
      const form = urlencoded(validFields(marker));
      const body = Buffer.from(`${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`);
      const bytes = chunkedHead(random.pick(FORM_PATHS), URLENCODED, encoding);
      return { pieces: [bytes, body], methods: ["POST"], allow: [allow] };
    },
  },
  {
    name: "chunked and a length",
    count: 300,
    make({ random, marker }): Case {
      const form = urlencoded(validFields(marker));
      const body = random.pick([
        `0\r\n\r\n${HIDDEN}`,
        `${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n${HIDDEN}`,
      ]);
      const both = [
        ["Content-Length", random.pick([String(body.length), "5", "0"])],
        [
          random.pick(["Transfer-Encoding", "transfer-encoding", "Transfer-Encoding "]),
          random.pick(["chunked", " chunked", "CHUNKED"]),
        ],
      ] as const;
      const headers = random.chance(0.5) ? both : [...both].reverse();
      const bytes = head("POST", random.pick(FORM_PATHS), [["Content-Type", URLENCODED], ...headers]);
      // One answer, and it is a refusal: the hidden request must not be served.
      return { pieces: [bytes, Buffer.from(body)], methods: ["POST", "GET"], allow: [[400], ["closed"]] };
    },
  },
];
