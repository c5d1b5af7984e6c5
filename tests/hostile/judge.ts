import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { troublesIn } from "../faults/judge";
import type { Arrival } from "../forwarder/arrival.mjs";
import { ARRIVED } from "../http/post";
import { type Allowed, type Case, words } from "./case";
import { type Answer, type Exchange, headersOf } from "./exchange";

/** What stands in no ordinary text: so a word of somebody's request in somebody else's answer is known. */
export const MARKER = /mk[0-9a-f]{16}k/g;

const PHONE = "(269) 555-0123";
const SECURITY = words(
  "content-security-policy cross-origin-opener-policy referrer-policy x-content-type-options",
);
/** These may stand in an answer more than once; the site has no cookies. */
const LISTS = ["vary", "link"];
const MEDIA = /^(image|video|font)\//;

/** Words of the server's code, of its settings and of files that are no part of the site. */
const SECRETS =
  /\n\s+at [\w.<>[\] ]*\(?(?:file|node|\/)|node_modules\/|devDependencies|createHmac|OUTBOX_DIR|FORWARD_URL|root:x:0:0|repositoryformatversion|\bnode:internal/;

/** All that is wrong with what came back for one case, in words; nothing for a right site. */
export function judgeExchange(
  { allow, methods, leave }: Case,
  { answers, end, fault }: Exchange,
  isStrangers: (marker: string) => boolean,
): string[] {
  const allowed = (place: number) => allow[Math.min(place, allow.length - 1)] ?? [];
  const isMissing = answers.length < methods.length && !leave && !fault && end !== "silent";
  return [
    ...troublesIn({
      [`${fault}`]: fault !== undefined,
      "neither an answer nor an end": end === "silent",
      "closed without an answer": isMissing && !allowed(answers.length).includes("closed"),
    }),
    ...answers.flatMap((answer, place) => judgeAnswer(answer, allowed(place), methods[place], isStrangers)),
  ];
}

function judgeAnswer(
  answer: Answer,
  allowed: Allowed,
  method = "POST",
  isStrangers: (marker: string) => boolean,
): string[] {
  const { status, headers } = answer;
  const times = SECURITY.map((name) => headersOf(answer, name).length);
  const names = headers.map(([name]) => name).filter((name) => ![...SECURITY, ...LISTS].includes(name));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const away = headersOf(answer, "location").filter((to) => !/^\/(?![/\\])/.test(to));
  const type = headersOf(answer, "content-type").join();
  const text = MEDIA.test(type) ? "" : textOf(answer);
  // A page that a person meets instead of what was asked for says what happened and how to call.
  const isExpected = (status >= 300 && status < 400) || status === 202 || method !== "POST";
  const isOwed = status >= 400 || !isExpected;
  const isRead = method !== "HEAD" && !type.startsWith("text/x-script") && !MEDIA.test(type);
  const [secret] = (!type.includes("javascript") && SECRETS.exec(text)) || [];
  const shown = `${headers.join()}${text}`;
  return troublesIn({
    [`status ${status}, not ${allowed.join(" or ")}`]: !allowed.includes(status),
    [`${status} with security headers ${times.join(", ")} times`]: times.some((count) => count !== 1),
    [`header ${twice} twice`]: twice.length > 0,
    "a cookie": names.includes("set-cookie"),
    "an injected header": names.some((name) => name.startsWith("x-injected")),
    [`redirected to ${away}`]: away.length > 0,
    [`${status} without a heading and the phone number`]:
      isOwed && isRead && !(/<h[12][ >]/.test(text) && text.includes(PHONE)),
    [`lays bare ${secret?.trim()}`]: secret !== undefined,
    "shows another request's words": [...shown.matchAll(MARKER)].some(([marker]) => isStrangers(marker)),
  });
}

function textOf(answer: Answer): string {
  const [coding] = headersOf(answer, "content-encoding");
  const body = Buffer.from(answer.body, "latin1");
  // The empty body after a HEAD cannot be decoded.
  if (!answer.whole || !coding || body.length === 0) return body.toString();
  return (coding === "br" ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

const FIELDS = String(ARRIVED("").map(([name]) => name));

/** All that is wrong with a request as it reached the forwarding service. */
export function judgeArrival({ fields, error, headers }: Arrival): string[] {
  const names = String(fields.map(([name]) => name));
  return troublesIn({
    [`the forwarder could not read it: ${error}`]: error !== undefined,
    [`arrived with fields ${names}`]: error === undefined && names !== FIELDS,
    "arrived with an injected header": "x-injected" in headers || "bcc" in headers,
  });
}
