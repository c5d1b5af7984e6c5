import { head, type Kind, post, URLENCODED } from "../case";
import {
  BOUNDARY,
  FORM_PATHS,
  MULTIPART,
  multipart,
  part,
  urlencoded,
  validFields,
  withField,
} from "../form";

/** Sent in chunks, so that no stated length gives the size away. */
function chunked(path: string, type: string, body: Buffer) {
  const pieces = [
    head("POST", path, [
      ["Content-Type", type],
      ["Transfer-Encoding", "chunked"],
    ]),
  ];
  for (let at = 0; at < body.length; at += 16_000) {
    const chunk = body.subarray(at, at + 16_000);
    pieces.push(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]));
  }
  return { pieces: [...pieces, Buffer.from("0\r\n\r\n")], methods: ["POST"], allow: [[413]] };
}

const MANY = 200_000;

export const SIZE_KINDS: Kind[] = [
  {
    name: "200,000 fields",
    count: 16,
    make({ random, marker, number }) {
      const path = random.pick(FORM_PATHS);
      const pairs = Buffer.from(`fullName=${marker}${"&a=b".repeat(MANY)}`);
      const parts = Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(MANY),
      );
      return [
        () => post(path, URLENCODED, pairs, [413]),
        () => chunked(path, URLENCODED, pairs),
        () => chunked(path, MULTIPART, parts),
        // As many as fit into what is still parsed.
        () => post(path, URLENCODED, "&a".repeat(100_000), [413]),
      ][number % 4]?.() as ReturnType<typeof post>;
    },
  },
  {
    name: "as many fields as are parsed",
    count: 30,
    make({ random, marker, number }) {
      const path = random.pick(FORM_PATHS);
      const many = Buffer.concat([
        ...Array.from({ length: 700 }, () => part('name="a"', "")),
        multipart(validFields(marker)),
      ]);
      return number % 2
        ? post(path, URLENCODED, `${"a&".repeat(31_000)}${urlencoded(validFields(marker))}`, [303])
        : post(path, MULTIPART, many, [303, 400]);
    },
  },
  {
    name: "huge fields",
    count: 120,
    make({ random, marker, number }) {
      const path = random.pick(FORM_PATHS);
      const length = random.pick([66_000, 100_000, 200_000, 250_000]);
      const typed = (size: number) =>
        withField(marker, random.pick(["fullName", "additionalNotes"]), "n".repeat(size));
      return [
        () => post(path, MULTIPART, multipart(typed(length)), [413]),
        () => post(path, MULTIPART, multipart(typed(random.int(20_000, 63_000))), [303]),
        () => post(path, URLENCODED, `${"n".repeat(length)}=1`, [413]),
        () => post(path, MULTIPART, Buffer.alloc(random.int(300_000, 3_000_000), "n"), [413]),
        () => chunked(path, MULTIPART, Buffer.alloc(random.int(300_000, 3_000_000), "n")),
        () => post(path, MULTIPART, part(`name="${"n".repeat(60_000)}"`, marker), [400, 422]),
      ][number % 6]?.() as ReturnType<typeof post>;
    },
  },
];
