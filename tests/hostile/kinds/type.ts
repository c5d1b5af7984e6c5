import { type Kind, post, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";

const TYPES = [
  ["application/json", '{"fullName":"M"}'],
  ["application/json; charset=utf-8", "{"],
  ["text/json", "[[[[[[[["],
  ["application/xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ["text/xml", "<a/>"],
  ["text/plain", "fullName=M"],
  ["application/octet-stream", "M"],
  ["application/x-www-form-urlencodedx", "fullName=M"],
  ["application/graphql", "{ a }"],
  ["application/x-ndjson", "{}\n{}"],
  ["image/svg+xml", "<svg onload='M'/>"],
  ["text/html", "<form>"],
  ["x", "M"],
  [";;;", "M"],
  ["application / json", "M"],
  [`${"a".repeat(9_000)}/b`, "M"],
  ["text/x-script; x", "M"],
] as const;

export const TYPE_KINDS: Kind[] = [
  {
    name: "content types",
    count: 510,
    make({ random, marker, number }) {
      const [type, body] = TYPES[number % TYPES.length] as (typeof TYPES)[number];
      return post(random.pick(FORM_PATHS), type, body.replace("M", marker), [415]);
    },
  },
  {
    name: "posts nobody takes",
    count: 150,
    make({ random, marker }) {
      const body = urlencoded(validFields(marker));
      const [path, status] = random.pick([
        ["/", 405],
        ["/about", 405],
        ["/ABOUT/", 405],
        ["/nowhere", 404],
        ["/favicon.svg", 404],
        ["/build/x.js", 404],
      ] as const);
      return post(path, URLENCODED, body, [status]);
    },
  },
];
