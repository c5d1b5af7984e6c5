import { type Kind, post, URLENCODED } from "../case";
import { END, FORM_PATHS, MULTIPART, multipart, part, urlencoded, validFields, withField } from "../form";

const NAMES = ["fullName", "email", "phone", "projectType", "projectLocation", "additionalNotes"];

/** What no keyboard types, as bytes. */
const ODD_BYTES: Record<string, Buffer> = {
  "null byte": Buffer.from("a\0b"),
  "only null": Buffer.from("\0"),
  "C0 controls": Buffer.from("\u0001\u0007\b\u001b[31m\u007f"),
  "C1 controls": Buffer.from("\u0080\u0085\u009b31m"),
  "overlong NUL": Buffer.from([0xc0, 0x80]),
  "overlong slash": Buffer.from([0xe0, 0x80, 0xaf]),
  "lone surrogate": Buffer.from([0xed, 0xa0, 0x80]),
  "surrogate pair as CESU-8": Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
  "beyond Unicode": Buffer.from([0xf5, 0x90, 0x80, 0x80]),
  "stray continuation": Buffer.from([0x80, 0xbf]),
  "cut-off sequence": Buffer.from([0x41, 0xe2, 0x82]),
  "byte order mark": Buffer.from([0xef, 0xbb, 0xbf, 0x41]),
  "UTF-16": Buffer.from("plain", "utf16le"),
  bidi: Buffer.from("a\u202egnp.exe\u2066b\u2069"),
  "zero width": Buffer.from("\u200b\u200d\ufeff\u2060"),
  "line separators": Buffer.from("a\u2028b\u2029c"),
  noncharacters: Buffer.from("\uffff\ufffe\u{10ffff}"),
  combining: Buffer.from(`a${"\u0301".repeat(500)}`),
  script: Buffer.from("</script><script>alert(1)</script><!--"),
  template: Buffer.from(`\${7*7}{{7*7}}<%= 7*7 %>%s%n`),
};

const INJECTED = [
  "\r\nX-Injected: yes",
  "\r\n\r\n<h1>split</h1>",
  "\nBcc: all@example.com",
  "\r\rX: y",
  '"; filename="x',
  "\r\n--b--\r\n",
  "\u2028X-Injected: yes",
  "%0d%0aX-Injected: yes",
];

/** Percent signs that encode nothing, or more than once. */
const PERCENTS = [
  "%",
  "%%",
  "%zz",
  "%1",
  "%u0041",
  "%00",
  "%c0%80",
  "%ed%a0%80",
  "%FF%FE",
  "%25%30%30",
  "+%",
];

export const TEXT_KINDS: Kind[] = [
  {
    name: "odd characters",
    count: 900,
    make({ random, marker, number }) {
      const odd = Object.values(ODD_BYTES)[number % Object.keys(ODD_BYTES).length] as Buffer;
      const name = random.pick(NAMES);
      const value = random.chance(0.5)
        ? odd
        : Buffer.concat([Buffer.from(marker), odd, Buffer.from("@x.example")]);
      const fields = withField(marker, name, value);
      const path = random.pick(FORM_PATHS);
      return random.chance(0.5)
        ? post(path, URLENCODED, urlencoded(fields), [303, 422])
        : post(path, MULTIPART, multipart(fields), [303, 422]);
    },
  },
  {
    name: "header injection",
    count: 600,
    make({ random, marker, number }) {
      const injected = INJECTED[number % INJECTED.length] as string;
      const path = random.pick(FORM_PATHS);
      const whole = validFields(marker);
      const typed = withField(marker, random.pick(NAMES), `${marker}${injected}`);
      const inName = part(`name="fullName${injected}"`, marker);
      const inFile = part(
        `name="file"; filename="${marker}${injected}"`,
        "x",
        "Content-Type: text/plain\r\n",
      );
      return random.pick([
        () => post(path, URLENCODED, urlencoded(typed), [303, 422]),
        () => post(path, MULTIPART, multipart(typed), [303, 400, 422]),
        () => post(path, MULTIPART, Buffer.concat([inName, multipart(whole)]), [303, 400, 422]),
        () => post(path, MULTIPART, Buffer.concat([inFile, multipart(whole)]), [303, 400]),
        () => post(path, MULTIPART, Buffer.concat([inName, END]), [400, 422]),
        () => post(`/quote?service=${encodeURIComponent(injected)}`, URLENCODED, urlencoded(whole), [303]),
      ])();
    },
  },
  {
    name: "percent signs",
    count: 400,
    make({ random, marker }) {
      const body = urlencoded(validFields(marker))
        .split("&")
        .map((pair) => (random.chance(0.3) ? pair + random.pick(PERCENTS) : pair))
        .join(random.pick(["&", "&&", "&=&", "&%=%&", "&;&"]));
      return post(random.pick(FORM_PATHS), URLENCODED, body, [303, 422]);
    },
  },
  {
    name: "raw bytes as urlencoded",
    count: 200,
    make: ({ random, marker }) =>
      post(
        random.pick(FORM_PATHS),
        URLENCODED,
        Buffer.concat([Buffer.from(`fullName=${marker}&email=`), random.bytes(random.int(1, 2_000))]),
        [422],
      ),
  },
];
