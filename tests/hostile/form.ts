import { FORM } from "../http/post";
import type { Random } from "./random";

export const BOUNDARY = "----site-test-3f91";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

type Fields = Record<string, string | Buffer>;

/** A form that is taken: every field filled, each with the marker, but for those that are given. */
const fieldsOf = (marker: string, changed: Fields) =>
  Object.entries<string | Buffer>({
    ...FORM,
    fullName: `Renée ${marker}`,
    email: `${marker}@example.com`,
    phone: `(269) 555-0188 x ${marker}`,
    projectType: "other",
    projectLocation: `12 Côte Rd – ${marker}`,
    additionalNotes: `First\r\nSecond ${marker}`,
    ...changed,
  });

/** One part of a multipart body. `headers` stand as given beneath the disposition. */
export const part = (disposition: string, value: string | Buffer, headers = "") =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`),
    Buffer.from(value as string),
    Buffer.from("\r\n"),
  ]);

export const END = Buffer.from(`--${BOUNDARY}--\r\n`);

/** The form as a browser sends it with multipart. */
export const multipart = (marker: string, changed: Fields = {}) =>
  Buffer.concat([...fieldsOf(marker, changed).map(([name, value]) => part(`name="${name}"`, value)), END]);

/** The form as a browser sends it without, every byte percent-encoded. */
export const urlencoded = (marker: string, changed: Fields = {}) =>
  fieldsOf(marker, changed)
    .map(
      ([name, value]) =>
        `${name}=${Buffer.from(value as string)
          .toString("hex")
          .replace(/../g, "%$&")}`,
    )
    .join("&");

/** After zzuf: flips about `share` of all bits, bytes at a time. */
export function flipBits(bytes: Buffer, share: number, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  const count = Math.max(1, Math.round(bytes.length * 8 * share));
  for (let done = 0; done < count; done++) {
    const at = random.int(0, flipped.length - 1);
    flipped[at] = (flipped[at] as number) ^ (1 << random.int(0, 7));
  }
  return flipped;
}

/** Structural damage: a run of bytes is cut out, doubled, moved to the end or overwritten. */
export function maul(bytes: Buffer, random: Random): Buffer {
  const start = random.int(0, bytes.length - 1);
  const end = random.int(start, Math.min(bytes.length, start + random.pick([1, 4, 40, 400])));
  const [before, run, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  return Buffer.concat(
    random.pick([
      [before, after],
      [before, run, run, after],
      [before, after, run],
      [before, random.bytes(run.length), after],
      [before, random.bytes(random.int(1, 64)), run, after],
    ]),
  );
}
