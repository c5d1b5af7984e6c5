import { type Header, HOST, type Kind, postForm, table, URLENCODED } from "../case";
import { urlencoded } from "../form";

/** Where a post says it comes from: the site trusts the browser's own word first, then a matching Origin. */
const ORIGINS: [status: number, ...headers: [name: string, value: string][]][] = [
  [403, ["Origin", "https://evil.example"]],
  [403, ["Origin", "null"]],
  [403, ["Origin", ""]],
  [403, ["Origin", "not an address"]],
  [403, ["Origin", `http://${HOST}:1`]],
  [403, ["Origin", `http://${HOST}.evil.example`]],
  [403, ["Origin", `http://${HOST}@evil.example`]],
  [303, ["Origin", `http://${HOST}`]],
  [403, ["Origin", `http://${HOST}`], ["Sec-Fetch-Site", "cross-site"]],
  [403, ["Sec-Fetch-Site", "same-site"]],
  [403, ["Sec-Fetch-Site", ""]],
  [403, ["Sec-Fetch-Site", "same-origin, cross-site"]],
  [303, ["Sec-Fetch-Site", "same-origin"], ["Origin", "null"]],
  [303, ["Sec-Fetch-Site", "none"]],
  [403, ["Sec-Fetch-Site", "cross-site"], ["Sec-Fetch-Site", "same-origin"]],
  [403, ["Origin", "https://evil.example"], ["X-Forwarded-Host", "evil.example"]],
];

/** None of these is to be believed from a stranger, nor to do any harm. */
const FORWARDED: Header[] = [
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
  table("forged origins", ORIGINS, 30, ([status, ...headers], given) =>
    postForm(given, URLENCODED, urlencoded(given.marker), [status], headers),
  ),
  table("forged forwarding", FORWARDED, 20, (header, given) => {
    const allow = header[1].includes("\u0001") ? [303, 400] : [303];
    return postForm(given, URLENCODED, urlencoded(given.marker), allow, [header]);
  }),
  {
    name: "while the relay fails",
    count: 60,
    forwarder: "status",
    make: (given) => postForm(given, URLENCODED, urlencoded(given.marker), [503]),
  },
];
