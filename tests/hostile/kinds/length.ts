import { type Allowed, type Case, head, type Kind, LATER_MS, URLENCODED } from "../case";
import { FORM_PATHS, MULTIPART, multipart, urlencoded, validFields } from "../form";
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

export const LENGTH_KINDS: Kind[] = [
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
];
