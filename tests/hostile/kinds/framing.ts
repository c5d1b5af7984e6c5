import {
  type Allowed,
  type Header,
  HOST,
  type Kind,
  LATER_MS,
  many,
  postForm,
  table,
  URLENCODED,
} from "../case";
import { urlencoded } from "../form";
import type { Random } from "../random";

/** What a request says of itself and its length: heads, Content-Length, chunks. */

/**
 * What a post may say of its length, and what follows. A length too short makes the rest of the body the next request,
 * which is none: 400 for it, perhaps before the first is answered.
 */
const LENGTHS: [says: (actual: number, random: Random) => (number | string)[], allow: Allowed][] = [
  [(actual, random) => [random.int(0, actual - 1)], [303, 400, 422, "closed"]],
  [(actual, random) => [actual + random.int(1, 9_999)], [400, "closed"]],
  [() => [-1], [400]],
  [(actual) => [actual, actual], [303, 400]],
  [(actual) => [actual, actual + 5], [400]],
  [(actual) => [`${actual}, ${actual}`], [400]],
  [(actual) => [`0x${actual.toString(16)}`], [400]],
  [(actual) => [`+${actual}`], [400]],
  [(actual) => [`${actual}.0`], [400]],
  [() => ["18446744073709551617"], [400, 413]],
  [() => ["9223372036854775807"], [413]],
  [() => ["many"], [400]],
  [() => [""], [400]],
];

const hex = (length: number) => length.toString(16);
const chunk = (text: string) => `${hex(text.length)}\r\n${text}\r\n`;
const chunks = (body: string) => `${chunk(body)}0\r\n\r\n`;

/** What a body may be after `Transfer-Encoding: chunked`; `half` where the server would wait for more. */
const CHUNKS: [text: (body: string) => string, allow: Allowed, half?: number][] = [
  [chunks, [303]],
  [(body) => `${[...body].map(chunk).join("")}0\r\n\r\n`, [303]],
  [(body) => `000${hex(body.length)};a=b;c\r\n${body}\r\n0\r\nX-Trailer: y\r\n\r\n`, [303]],
  [(body) => `${chunk(body)}0\r\nContent-Length: 5\r\nHost: evil\r\n\r\n`, [303, 400]],
  [(body) => `${hex(body.length + 9)}\r\n${body}\r\n0\r\n\r\n`, [400, "closed"], LATER_MS],
  [(body) => `${hex(body.length - 9)}\r\n${body}\r\n0\r\n\r\n`, [400, "closed"], LATER_MS],
  [(body) => `-5\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `0x5\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `ffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`, [400, "closed"]],
  [(body) => `fffffff\r\n${body}`, [400, 413, "closed"], LATER_MS],
  [(body) => `\r\n${body}`, [400, "closed"]],
  [(body) => `zz\r\n${body}`, [400, "closed"]],
  [(body) => `${hex(body.length)}\n${body}\n0\n\n`, [400, "closed"], LATER_MS],
  [chunk, [400, "closed"], LATER_MS],
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

export const FRAMING_KINDS: Kind[] = [
  table("wrong lengths", LENGTHS, 60, ([says, allow], given) => {
    const body = urlencoded(given.marker);
    const headers = says(body.length, given.random).map(
      (length) => ["Content-Length", String(length)] as const,
    );
    const half = allow.includes("closed") ? LATER_MS : undefined;
    return { ...postForm(given, URLENCODED, body, allow, headers), half };
  }),
  table("chunks", CHUNKS, 40, ([text, allow, half], given) => ({
    ...postForm(given, URLENCODED, text(urlencoded(given.marker)), allow, [["Transfer-Encoding", "chunked"]]),
    half,
  })),
  table("transfer encodings", ENCODINGS, 20, ([encoding, allow], given) =>
    postForm(given, URLENCODED, chunks(urlencoded(given.marker)), allow, [["Transfer-Encoding", encoding]]),
  ),
  many("chunked and a length", 300, (given) => {
    const { random, marker } = given;
    const body = random.pick(["0\r\n\r\n", chunks(urlencoded(marker))]) + HIDDEN;
    const length = random.pick([String(body.length), "5", "0"]);
    const name = random.pick(["Transfer-Encoding", "transfer-encoding", "Transfer-Encoding "]);
    const both: Header[] = [
      ["Content-Length", length],
      [name, random.pick(["chunked", " chunked", "CHUNKED"])],
    ];
    const sent = postForm(given, URLENCODED, body, [400], random.chance(0.5) ? both : both.reverse());
    // One answer, and it is a refusal: the hidden request must not be served.
    return { ...sent, methods: ["POST", "GET"], allow: [[400], ["closed"]] };
  }),
];
