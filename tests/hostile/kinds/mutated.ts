import { type Allowed, type Case, HOST, head, type Kind, LATER_MS, post } from "../case";
import { FORM_PATHS, flipBits, MULTIPART, maul, multipart, validFields, withField } from "../form";

/** Valid posts with some of their bits flipped, as zzuf does it, or with a run of bytes moved about. */
export const MUTATED_KINDS: Kind[] = [
  {
    name: "multipart mutated",
    count: 1_600,
    make({ random, marker, number }) {
      const body = multipart(withField(marker, "additionalNotes", "note ".repeat(random.int(0, 60))));
      const bad =
        number % 3 === 0
          ? maul(body, random)
          : flipBits(body, random.pick([0.0001, 0.0004, 0.004, 0.04]), random);
      return post(random.pick(FORM_PATHS), MULTIPART, bad, [303, 400, 422]);
    },
  },
  {
    name: "whole requests mutated",
    count: 1_200,
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
