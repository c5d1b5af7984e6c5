import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Arrival } from "../forwarder/arrival.mjs";
import { ARRIVED } from "../http/post";
import type { Case } from "./case";
import { type Answer, type Exchange, headersOf } from "./exchange";

/** What stands in no ordinary text: so a word of somebody's request in somebody else's answer is known. */
export const MARKER = /mk[0-9a-f]{16}k/g;

const PHONE = "(269) 555-0123";
const SECURITY = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "referrer-policy",
  "x-content-type-options",
];
/** These may stand in an answer more than once; the site has no cookies. */
const LISTS = ["vary", "link"];

/** Words of the server's code, of its settings and of files that are no part of the site. */
const SECRETS =
  /\n\s+at [\w.<>[\] ]*\(?(?:file|node|\/)|node_modules\/|devDependencies|createHmac|OUTBOX_DIR|FORWARD_URL|root:x:0:0|repositoryformatversion|\bnode:internal/;

/** All that is wrong with what came back for one case, in words; nothing for a right site. */
export function judgeExchange(
  { allow, methods, leave }: Case,
  { answers, end, fault }: Exchange,
  isStrangers: (marker: string) => boolean,
): string[] {
  const wrong: string[] = [];
  if (fault) wrong.push(fault);
  if (end === "silent") wrong.push("neither an answer nor an end");
  const allowed = (place: number) => allow[Math.min(place, allow.length - 1)] ?? [];
  for (const [place, answer] of answers.entries()) {
    if (!allowed(place).includes(answer.status))
      wrong.push(`status ${answer.status}, not ${allowed(place).join(" or ")}`);
    wrong.push(...judgeAnswer(answer, methods[place] ?? "POST", isStrangers));
  }
  const missing = answers.length < methods.length && !leave && !fault && end !== "silent";
  if (missing && !allowed(answers.length).includes("closed")) wrong.push("closed without an answer");
  return wrong;
}

function judgeAnswer(answer: Answer, method: string, isStrangers: (marker: string) => boolean): string[] {
  const wrong: string[] = [];
  const times = SECURITY.map((name) => headersOf(answer, name).length);
  if (times.some((count) => count !== 1))
    wrong.push(`${answer.status} with security headers ${times.join(", ")} times`);
  const names = answer.headers
    .map(([name]) => name)
    .filter((name) => !SECURITY.includes(name) && !LISTS.includes(name));
  for (const name of new Set(names.filter((name, at) => names.indexOf(name) !== at)))
    wrong.push(`header ${name} twice`);
  if (names.includes("set-cookie")) wrong.push("a cookie");
  if (names.some((name) => name.startsWith("x-injected"))) wrong.push("an injected header");
  for (const to of headersOf(answer, "location"))
    if (!/^\/(?![/\\])/.test(to)) wrong.push(`redirected to ${to}`);

  const type = headersOf(answer, "content-type").join();
  if (/^(image|video|font)\//.test(type)) return wrong;
  const text = textOf(answer);
  // A page that a person meets instead of what was asked for says what happened and how to call.
  const redirect = answer.status >= 300 && answer.status < 400;
  const owed = (method === "POST" && !redirect && answer.status !== 202) || answer.status >= 400;
  const forScripts = type.startsWith("text/x-script");
  if (owed && method !== "HEAD" && !forScripts && !(/<h[12][ >]/.test(text) && text.includes(PHONE))) {
    wrong.push(`${answer.status} without a heading and the phone number`);
  }
  if (!type.includes("javascript") && SECRETS.test(text))
    wrong.push(`lays bare ${SECRETS.exec(text)?.[0].trim()}`);
  const shown = `${answer.headers.join()}${text}`;
  if ([...shown.matchAll(MARKER)].some(([marker]) => isStrangers(marker)))
    wrong.push("shows another request's words");
  return wrong;
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
  const wrong: string[] = [];
  if (error) wrong.push(`the forwarder could not read it: ${error}`);
  else if (String(fields.map(([name]) => name)) !== FIELDS)
    wrong.push(`arrived with fields ${fields.map(([name]) => name)}`);
  if ("x-injected" in headers || "bcc" in headers) wrong.push("arrived with an injected header");
  return wrong;
}
