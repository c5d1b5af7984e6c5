import { FORM } from "../../http/post";
import { type Kind, many, post, postForm, table, URLENCODED, words } from "../case";
import { BOUNDARY, END, MULTIPART, multipart, part, urlencoded } from "../form";

/** What is typed into the fields, how much of it there is, and bodies that are no form. */
const NAMES = Object.keys(FORM);

/** What no keyboard types, as bytes. */
const ODD_BYTES = [
  ...["a\0b", "\0", "\u0001\u0007\b\u001b[31m\u007f", "\u0080\u0085\u009b31m"],
  [0xc0, 0x80], // An overlong NUL,
  [0xe0, 0x80, 0xaf], // an overlong slash,
  [0xed, 0xa0, 0x80], // a lone surrogate,
  [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], // a pair of them,
  [0xf5, 0x90, 0x80, 0x80], // beyond Unicode,
  [0x80, 0xbf], // continuations of nothing,
  [0x41, 0xe2, 0x82], // cut off,
  [0xef, 0xbb, 0xbf, 0x41], // a byte order mark.
  Buffer.from("plain", "utf16le"),
  // To the left, without width, separators, no characters, piled up.
  ...["a\u202egnp.exe\u2066b\u2069", "\u200b\u200d\ufeff\u2060", "a\u2028b\u2029c", "\uffff\ufffe\u{10ffff}"],
  `a${"\u0301".repeat(500)}`,
  ...["</script><script>alert(1)</script><!--", `\${7*7}{{7*7}}<%= 7*7 %>%s%n`],
].map((bytes) => Buffer.from(bytes as string));

const INJECTED = [
  ...["\r\nX-Injected: yes", "\r\n\r\n<h1>split</h1>", "\nBcc: all@example.com", "\r\rX: y"],
  ...['"; filename="x', "\r\n--b--\r\n", "\u2028X-Injected: yes", "%0d%0aX-Injected: yes"],
];

/** Percent signs that encode nothing, or more than once. */
const PERCENTS = words("% %% %zz %1 %u0041 %00 %c0%80 %ed%a0%80 %FF%FE %25%30%30 +%");

/** Sent in chunks, so that no stated length gives the size away. */
function chunked(type: string, body: Buffer) {
  const sent = post("/quote", type, "", [413], [["Transfer-Encoding", "chunked"]]);
  for (let at = 0; at < body.length; at += 16_000) {
    const chunk = body.subarray(at, at + 16_000);
    sent.pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return { ...sent, pieces: [...sent.pieces, Buffer.from("0\r\n\r\n")] };
}

const MANY = 200_000;
const TOO_LONG = [66_000, 100_000, 200_000, 250_000];
const MANY_PAIRS = Buffer.from("&a=b".repeat(MANY));
const MANY_PARTS = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(MANY),
);

export const TEXT_KINDS: Kind[] = [
  table("odd characters", ODD_BYTES, 45, (odd, given) => {
    const { random, marker } = given;
    const within = Buffer.concat([Buffer.from(marker), odd, Buffer.from("@x.example")]);
    const changed = { [random.pick(NAMES)]: random.pick([odd, within]) };
    return random.chance(0.5)
      ? postForm(given, URLENCODED, urlencoded(marker, changed), [303, 422])
      : postForm(given, MULTIPART, multipart(marker, changed), [303, 422]);
  }),
  table("header injection", INJECTED, 75, (injected, given) => {
    const { random, marker } = given;
    const changed = { [random.pick(NAMES)]: marker + injected };
    const inName = part(`name="fullName${injected}"`, marker);
    const inFile = part(`name="file"; filename="${marker}${injected}"`, "x", "Content-Type: text/plain\r\n");
    const before = (odd: Buffer) => Buffer.concat([odd, multipart(marker)]);
    const path = `/quote?service=${encodeURIComponent(injected)}`;
    return random.pick([
      () => postForm(given, URLENCODED, urlencoded(marker, changed), [303, 422]),
      () => postForm(given, MULTIPART, multipart(marker, changed), [303, 400, 422]),
      () => postForm(given, MULTIPART, before(inName), [303, 400, 422]),
      () => postForm(given, MULTIPART, before(inFile), [303, 400]),
      () => postForm(given, MULTIPART, Buffer.concat([inName, END]), [400, 422]),
      () => post(path, URLENCODED, urlencoded(marker), [303]),
    ])();
  }),
  many("percent signs", 400, (given) => {
    const { random, marker } = given;
    const body = urlencoded(marker)
      .split("&")
      .map((pair) => (random.chance(0.3) ? pair + random.pick(PERCENTS) : pair))
      .join(random.pick(["&", "&&", "&=&", "&%=%&", "&;&"]));
    return postForm(given, URLENCODED, body, [303, 422]);
  }),
  many("raw bytes as urlencoded", 200, (given) => {
    const { random, marker } = given;
    const typed = Buffer.from(`fullName=${marker}&email=`);
    return postForm(given, URLENCODED, Buffer.concat([typed, random.bytes(random.int(1, 2_000))]), [422]);
  }),
  table(
    "200,000 fields",
    [
      () => post("/quote", URLENCODED, MANY_PAIRS, [413]),
      () => chunked(URLENCODED, MANY_PAIRS),
      () => chunked(MULTIPART, MANY_PARTS),
      // As many as fit into what is still parsed.
      () => post("/quote", URLENCODED, "&a".repeat(100_000), [400]),
    ],
    4,
    (make) => make(),
  ),
  many("as many fields as are parsed, and more", 30, (given) => {
    const { marker, number } = given;
    const more = number % 4 < 2 ? 90 : 700;
    const parts = Buffer.concat([
      ...Array.from({ length: more }, () => part('name="a"', "")),
      multipart(marker),
    ]);
    const allow = more === 90 ? [303] : [400];
    return number % 2
      ? postForm(given, URLENCODED, `${"a&".repeat(more)}${urlencoded(marker)}`, allow)
      : postForm(given, MULTIPART, parts, allow);
  }),
  many("huge fields", 120, (given) => {
    const { random, marker, number } = given;
    const length = random.pick(TOO_LONG);
    const huge = Buffer.alloc(random.int(300_000, 3_000_000), "n");
    const typed = (size: number) =>
      multipart(marker, { [random.pick(["fullName", "additionalNotes"])]: "n".repeat(size) });
    const cases = [
      () => postForm(given, MULTIPART, typed(length), [413]),
      () => postForm(given, MULTIPART, typed(random.int(20_000, 63_000)), [303]),
      () => postForm(given, URLENCODED, `${"n".repeat(length)}=1`, [413]),
      () => postForm(given, MULTIPART, huge, [413]),
      () => chunked(MULTIPART, huge),
      () => postForm(given, MULTIPART, part(`name="${"n".repeat(60_000)}"`, marker), [400, 422]),
    ];
    return (cases[number % cases.length] as () => ReturnType<typeof post>)();
  }),
];
