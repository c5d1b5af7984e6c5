import { parseJson } from "~/quote/lifecycle/parse-json";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";

/** The code of an error about a certificate: expired, for another name, or of an unknown issuer. */
export const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

/** Statuses that can mean acceptance: 201 or 204 as much as 200. Other 2xx mean something else, like 206. */
const ACCEPTING = [200, 201, 202, 204];

/**
 * What a response means. `text`: the decoded body, or "". `promisesJson`: only a clear yes counts as accepted: the address has
 * /ajax/, or has answered in JSON before.
 */
export function classifyResponse(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
  promisesJson: boolean,
): ResponseClass {
  // The limit of a month is no rate: it does not help to wait an hour.
  if (status === 429 && QUOTA.test(text)) return "quota";
  if (status >= 300) return classifyFailure(status);
  if (!ACCEPTING.includes(status)) return "unclear";
  const reply = readReply(parseReply(text));
  if (reply?.accepts) return "accepted";
  if (reply) return classifyNo(reply.words);
  if (headers["cf-mitigated"]) return "blocked";
  if (saysSubmitted(text)) return "accepted";
  if (/challenge-platform|cf-challenge|Just a moment\.\.\./i.test(text)) return "blocked";
  if (/needs activation/i.test(text)) return "needs-activation";
  return promisesJson ? "unclear" : "presumed-accepted";
}

/** Whether a body is JSON, whatever its content type says. */
export const isJson = (text: string): boolean => typeof parseReply(text) === "object";

const parseReply = (text: string): unknown => parseJson(text.replace(/^\uFEFF/, ""));

const QUOTA = /\b(quota|month|monthly|payment|upgrade)\b/i;

function classifyFailure(status: number): ResponseClass {
  if (status === 301 || status === 308) return "moved";
  if (status === 302 || status === 303) return "redirected";
  if (status === 401 || status === 403) return "blocked";
  if (status === 402) return "quota";
  if (status === 400 || status === 413 || status === 422) return "request-refused";
  if (status === 408 || status === 425 || status === 429) return "throttled";
  return status >= 500 ? "server-error" : "misconfigured";
}

/** What a no in JSON means, by its words. */
function classifyNo(words: string): ResponseClass {
  if (/activat/i.test(words)) return "needs-activation";
  if (/through a web server/i.test(words)) return "refused-or-throttled";
  if (/too many|rate.?limit/i.test(words)) return "throttled";
  if (/\b(limit|quota|payment)/i.test(words)) return "quota";
  return /\bspam/i.test(words) ? "spam" : "refused";
}

type Reply = { accepts: boolean; words: string };
type Part = Record<string, unknown>;

/** The reply in JSON; undefined if it is not JSON, or neither yes nor no. A no anywhere is one, whatever else it says. */
function readReply(value: unknown): Reply | undefined {
  const top = [value].flat().map((part): Part => (part === false ? { success: false } : Object(part)));
  const no = top.flatMap(withNested).find(saysNo) ?? top.find(complains);
  const words = top.map(({ message, error }) => `${message ?? ""} ${error ?? ""}`).join(" ");
  if (no) return { accepts: false, words };
  if (top.some(saysYes)) return { accepts: true, words };
  return top.some(({ success }) => success !== undefined) ? { accepts: false, words } : undefined;
}

const MOST_NESTED = 5;

function withNested(part: Part, depth = 0): Part[] {
  if (depth === MOST_NESTED) return [part];
  const nested = Object.values(part).filter((value) => typeof value === "object" && value !== null) as Part[];
  return [part, ...nested.flatMap((value) => withNested(value, depth + 1))];
}

const NOTHING = [undefined, "null", "false", "0", '""', "[]", "{}"];

/** An HTTP error status. A ZIP code has five digits. */
const isErrorStatus = (value: unknown) => Number(value) >= 400 && Number(value) < 600;

/** Services say it differently (docs/forwarding-services.md). */
const saysNo = ({ success, ok, error, errors, status, result, code, statusCode }: Part): boolean =>
  String(success) === "false" ||
  ok === false ||
  [error, errors].some((value) => !NOTHING.includes(JSON.stringify(value))) ||
  [status, result].some((value) => /^(error|fail)/i.test(String(value))) ||
  [code, statusCode, status].some(isErrorStatus);

const saysYes = ({ success, ok, status, result }: Part): boolean =>
  success === undefined
    ? ok === true || status === "success" || result === "success"
    : String(success) === "true";

/** Without a yes, words can be a no. Deeper ones may be the visitor's own. */
const complains = (part: Part): boolean =>
  !saysYes(part) && /spam|disabled|limit|quota|activat/i.test(String(part.message ?? ""));

const SUBMITTED = /\b(was|has been|have been)\s+submitted successfully/i;
const DOUBT = /\b(no|not|never|nor|neither|none|if|whether|once|when|until|unless|before)\b/i;

/** Whether a sentence of the page says that something was submitted; not "could not be", "was not", "if it was". */
function saysSubmitted(html: string): boolean {
  const text = html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, " ").replace(/<[^<>]*>/g, " ");
  return text.split(/[.!?]/).some((sentence) => SUBMITTED.test(sentence) && !DOUBT.test(sentence));
}
