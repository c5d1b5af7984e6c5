import { type Kind, post } from "../case";
import { BOUNDARY, END, FORM_PATHS, MULTIPART, multipart, part, validFields } from "../form";

/** Every body here is whole as HTTP goes; what is wrong with it is inside. */
const PARSED_OR_NOT = [303, 400, 422];

/** Content types whose boundary is not that of the body, and what each must end in. */
const BOUNDARIES: [type: string, allow: number[]][] = [
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

const NESTED = [
  (marker: string) => part('name="fullName"', marker, "Content-Type: multipart/mixed; boundary=inner\r\n"),
  (marker: string) =>
    part(
      'name="fullName"',
      `--inner\r\nContent-Disposition: form-data; name="email"\r\n\r\n${marker}\r\n--inner--`,
      "Content-Type: multipart/form-data; boundary=inner\r\n",
    ),
  (marker: string) => part('name="fullName"; filename="a.txt"', marker, "Content-Type: text/plain\r\n"),
  (marker: string) => part('name="fullName"; filename=""', marker),
  (marker: string) => part("name=fullName", marker),
  (marker: string) => part('name="fullName"; name="email"', marker),
  (marker: string) => part('name="__proto__"', marker),
  (marker: string) => part('name="constructor"', marker),
  (marker: string) => part('name=""', marker),
  (marker: string) => part('name="fullName"', marker, "Content-Transfer-Encoding: base64\r\n"),
  (marker: string) => part('name="fullName"', marker, "Content-Length: 99999\r\n"),
  (marker: string) => part('name="fullName"', marker, "Content-Disposition: attachment\r\n"),
  (marker: string) => part('name="fullName"', marker, `X: ${"y".repeat(20_000)}\r\n`),
  (marker: string) => part('name="fullName"', multipart(validFields(marker))),
];

export const MULTIPART_KINDS: Kind[] = [
  {
    name: "multipart cut off",
    count: 600,
    make({ random, marker }) {
      const body = multipart(validFields(marker));
      return post(
        random.pick(FORM_PATHS),
        MULTIPART,
        body.subarray(0, random.int(0, body.length - 1)),
        PARSED_OR_NOT,
      );
    },
  },
  {
    name: "multipart boundaries",
    count: 380,
    make({ random, marker, number }) {
      const [type, allow] = BOUNDARIES[number % BOUNDARIES.length] as (typeof BOUNDARIES)[number];
      return post(random.pick(FORM_PATHS), type, multipart(validFields(marker)), allow);
    },
  },
  {
    name: "multipart nested",
    count: 420,
    make({ random, marker, number }) {
      const odd = NESTED[number % NESTED.length]?.(marker) ?? END;
      const whole = multipart(validFields(marker));
      const body = random.pick([
        [odd, whole],
        [whole, odd, END],
        [odd, odd, END],
      ]);
      return post(random.pick(FORM_PATHS), MULTIPART, Buffer.concat(body), PARSED_OR_NOT);
    },
  },
];
