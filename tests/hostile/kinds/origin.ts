import { HOST, type Kind, post, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";

/** Where a post says it comes from: the site trusts the browser's own word first, then a matching Origin. */
const ORIGINS: [headers: [string, string][], allow: number[]][] = [
  [[["Origin", "https://evil.example"]], [403]],
  [[["Origin", "null"]], [403]],
  [[["Origin", ""]], [403]],
  [[["Origin", "not an address"]], [403]],
  [[["Origin", `http://${HOST}:1`]], [403]],
  [[["Origin", `http://${HOST}.evil.example`]], [403]],
  [[["Origin", `http://${HOST}@evil.example`]], [403]],
  [[["Origin", `http://${HOST}`]], [303]],
  [
    [
      ["Origin", `http://${HOST}`],
      ["Sec-Fetch-Site", "cross-site"],
    ],
    [403],
  ],
  [[["Sec-Fetch-Site", "same-site"]], [403]],
  [[["Sec-Fetch-Site", ""]], [403]],
  [[["Sec-Fetch-Site", "same-origin, cross-site"]], [403]],
  [
    [
      ["Sec-Fetch-Site", "same-origin"],
      ["Origin", "null"],
    ],
    [303],
  ],
  [[["Sec-Fetch-Site", "none"]], [303]],
  [
    [
      ["Sec-Fetch-Site", "cross-site"],
      ["Sec-Fetch-Site", "same-origin"],
    ],
    [403],
  ],
  [
    [
      ["Origin", "https://evil.example"],
      ["X-Forwarded-Host", "evil.example"],
    ],
    [403],
  ],
];

/** None of these is to be believed from a stranger, nor to do any harm. */
const FORWARDED: [string, string][] = [
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-Host", "a:99999"],
  ["X-Forwarded-Host", "\u0001<script>"],
  ["X-Forwarded-Proto", "javascript"],
  ["X-Forwarded-For", "1.2.3.4, , ::1, '; --"],
  ["X-Forwarded-For", "1.2.3.4,".repeat(1_000)],
  ["X-Forwarded-Port", "99999"],
  ["X-Forwarded-Prefix", "//evil.example"],
  ["Forwarded", 'for="[::1]";host=evil.example;proto=x'],
  ["X-Original-URL", "/../package.json"],
  ["X-Rewrite-URL", "/nowhere"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-Client-Address", "1.2.3.4"],
  ["X-Remix-Revalidate", "yes"],
];

export const ORIGIN_KINDS: Kind[] = [
  {
    name: "forged origins",
    count: 480,
    make({ random, marker, number }) {
      const [headers, allow] = ORIGINS[number % ORIGINS.length] as (typeof ORIGINS)[number];
      return post(random.pick(FORM_PATHS), URLENCODED, urlencoded(validFields(marker)), allow, headers);
    },
  },
  {
    name: "forged forwarding",
    count: 280,
    make({ random, marker, number }) {
      const header = FORWARDED[number % FORWARDED.length] as [string, string];
      const allow = header[1].includes("\u0001") ? [303, 400] : [303];
      return post(random.pick(FORM_PATHS), URLENCODED, urlencoded(validFields(marker)), allow, [header]);
    },
  },
  {
    name: "while the relay fails",
    count: 60,
    forwarder: "status",
    make: ({ random, marker }) =>
      post(random.pick(FORM_PATHS), URLENCODED, urlencoded(validFields(marker)), [503]),
  },
];
