import { type Allowed, type Case, HOST, head, type Kind, LATER_MS, URLENCODED } from "../case";
import { FORM_PATHS, flipBits, MULTIPART, maul, multipart, urlencoded, validFields } from "../form";
import type { Random } from "../random";

type Lengths = (actual: number, random: Random) => string[];

/**
 * What a post may say of its length, and what follows. A length too short makes the rest of the body the next request,
 * which is none: 400 for it, perhaps before the first is answered.
 */
const LENGTHS: [says: string, lengths: Lengths, allow: Allowed[]][] = [
  ["shorter", (actual, random) => [String(random.int(0, actual - 1))], [[303, 400, 422, "closed"]]],
  ["longer", (actual, random) => [String(actual + random.int(1, 9_999))], [[400, "closed"]]],
  ["negative", () => ["-1"], [[400]]],
  ["twice, the same", (actual) => [String(actual), String(actual)], [[303, 400]]],
  ["twice, another", (actual) => [String(actual), String(actual + 5)], [[400]]],
  ["as a list", (actual) => [`${actual}, ${actual}`], [[400]]],
  ["in hexadecimal", (actual) => [`0x${actual.toString(16)}`], [[400]]],
  ["with a sign", (actual) => [`+${actual}`], [[400]]],
  ["with a point", (actual) => [`${actual}.0`], [[400]]],
  ["over 64 bits", () => ["18446744073709551617"], [[400, 413]]],
  ["just under 64 bits", () => ["9223372036854775807"], [[413]]],
  ["a word", () => ["many"], [[400]]],
  ["nothing", () => [""], [[400]]],
];

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

export const FRAMING_KINDS: Kind[] = [
  {
    name: "wrong lengths",
    count: 780,
    make({ random, marker, number }): Case {
      const [, lengths, allow] = LENGTHS[number % LENGTHS.length] as (typeof LENGTHS)[number];
      const [type, body] = random.pick([
        [URLENCODED, Buffer.from(urlencoded(validFields(marker)))],
        [MULTIPART, multipart(validFields(marker))],
      ] as const);
      const stated = lengths(body.length, random).map((length) => ["Content-Length", length] as const);
      const bytes = head("POST", random.pick(FORM_PATHS), [["Content-Type", type], ...stated]);
      const unfinished = allow[0]?.includes("closed");
      return { pieces: [bytes, body], methods: ["POST"], allow, half: unfinished ? LATER_MS : undefined };
    },
  },
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
  {
    name: "whole requests mutated",
    count: 1_500,
    make({ random, marker, number }): Case {
      const body = multipart(validFields(marker));
      const headers = [
        ["Content-Type", MULTIPART],
        ["Content-Length", String(body.length)],
        ["Origin", `http://${HOST}`],
        ["User-Agent", "Mozilla/5.0"],
        ["Accept-Language", "en-US,en;q=0.5"],
      ] as const;
      const whole = Buffer.concat([head("POST", random.pick(FORM_PATHS), headers), body]);
      const bad =
        number % 3 === 0 ? maul(whole, random) : flipBits(whole, random.pick([0.0002, 0.001, 0.01]), random);
      const any: Allowed = [
        200,
        303,
        308,
        400,
        403,
        404,
        405,
        408,
        413,
        414,
        415,
        417,
        422,
        431,
        501,
        505,
        "closed",
      ];
      return { pieces: [bad], methods: ["POST"], allow: [any], half: LATER_MS };
    },
  },
];
