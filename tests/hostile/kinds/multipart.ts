import { type Allowed, type Header, HOST, type Kind, LATER_MS, many, postForm, table } from "../case";
import { BOUNDARY, END, flipBits, MULTIPART, maul, multipart, part } from "../form";

/** Every body here is whole as HTTP goes; what is wrong with it is inside. */
const PARSED_OR_NOT = [303, 400, 422];

/** Content types whose boundary is not that of the body, and what each must end in. */
const BOUNDARIES: [type: string, allow: Allowed][] = [
  ["multipart/form-data", [400]],
  ["multipart/form-data; boundary=", [400]],
  ['multipart/form-data; boundary=""', [400, 422]],
  ["multipart/form-data; boundary=other", [400]],
  [`multipart/form-data; boundary=${BOUNDARY}x`, [400]],
  [`multipart/form-data; boundary=--${BOUNDARY}`, [400]],
  [`multipart/form-data; boundary=${"b".repeat(71)}`, [400]],
  [`multipart/form-data; boundary=${"b".repeat(8_000)}`, [400]],
  [`multipart/form-data; boundary=${"b".repeat(40_000)}`, [431]],
  ["multipart/form-data; boundary=[({<>})]", [400]],
  ["multipart/form-data; boundary=a\u0001b", [400]],
  [`multipart/form-data; boundary=other; boundary=${BOUNDARY}`, PARSED_OR_NOT],
  [`multipart/form-data; boundary=${BOUNDARY}; boundary=other`, PARSED_OR_NOT],
  [`multipart/form-data; boundary="${BOUNDARY}"`, [303]],
  [`MultiPart/Form-Data; BOUNDARY=${BOUNDARY}`, [303, 400]],
  [`multipart/form-data; charset=utf-16; boundary=${BOUNDARY}`, [303]],
  [`multipart/form-data;;; boundary=${BOUNDARY}`, PARSED_OR_NOT],
  [`multipart/mixed; boundary=${BOUNDARY}`, [415]],
  ["multipart/", [415]],
];

const INNER = '--inner\r\nContent-Disposition: form-data; name="email"\r\n\r\nx\r\n--inner--';
/** Parts that no form has; `typed` stands for what was typed. */
const NESTED: [disposition: string, headers?: string, value?: (typed: string) => string | Buffer][] = [
  ['name="fullName"', "Content-Type: multipart/mixed; boundary=inner\r\n"],
  ['name="fullName"', "Content-Type: multipart/form-data; boundary=inner\r\n", () => INNER],
  ['name="fullName"; filename="a.txt"', "Content-Type: text/plain\r\n"],
  ['name="fullName"; filename=""'],
  ["name=fullName"],
  ['name="fullName"; name="email"'],
  ['name="__proto__"'],
  ['name="constructor"'],
  ['name=""'],
  ['name="fullName"', "Content-Transfer-Encoding: base64\r\n"],
  ['name="fullName"', "Content-Length: 99999\r\n"],
  ['name="fullName"', "Content-Disposition: attachment\r\n"],
  ['name="fullName"', `X: ${"y".repeat(20_000)}\r\n`],
  ['name="fullName"', "", (typed) => multipart(typed)],
];

/** All that a request may end in whose own lines are damaged. */
const ANY: Allowed = [
  ...[200, 303, 308, 400, 403, 404, 405, 408, 413, 414, 415, 417, 422, 431, 501, 505],
  "closed",
];

export const MULTIPART_KINDS: Kind[] = [
  many("multipart cut off", 600, (given) => {
    const body = multipart(given.marker);
    const cut = body.subarray(0, given.random.int(0, body.length - 1));
    return postForm(given, MULTIPART, cut, PARSED_OR_NOT);
  }),
  table("multipart boundaries", BOUNDARIES, 20, ([type, allow], given) =>
    postForm(given, type, multipart(given.marker), allow),
  ),
  table("multipart nested", NESTED, 30, ([disposition, headers, value = (typed: string) => typed], given) => {
    const odd = part(disposition, value(given.marker), headers);
    const whole = multipart(given.marker);
    const body = given.random.pick([
      [odd, whole],
      [whole, odd, END],
      [odd, odd, END],
    ]);
    return postForm(given, MULTIPART, Buffer.concat(body), PARSED_OR_NOT);
  }),
  // Some bits flipped, as zzuf does it, or a run of bytes moved about.
  many("multipart mutated", 1_600, (given) => {
    const { random, marker, number } = given;
    const body = multipart(marker, { additionalNotes: "note ".repeat(random.int(0, 60)) });
    const share = random.pick([0.0001, 0.0004, 0.004, 0.04]);
    const bad = number % 3 === 0 ? maul(body, random) : flipBits(body, share, random);
    return postForm(given, MULTIPART, bad, PARSED_OR_NOT);
  }),
  many("whole requests mutated", 1_200, (given) => {
    const { random, number } = given;
    const more: Header[] = [
      ["Origin", `http://${HOST}`],
      ["User-Agent", "Mozilla/5.0"],
      ["Accept-Language", "en-US,en;q=0.5"],
    ];
    const sent = postForm(given, MULTIPART, multipart(given.marker), ANY, more);
    const whole = Buffer.concat(sent.pieces as Buffer[]);
    const share = random.pick([0.0002, 0.001, 0.01]);
    const bad = number % 3 === 0 ? maul(whole, random) : flipBits(whole, share, random);
    return { ...sent, pieces: [bad], half: LATER_MS };
  }),
];
