import { parseJson } from "~/quote/lifecycle/parse-json";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";

/** Statuses that can mean acceptance: 201 or 204 as much as 200. Other 2xx mean something else, like 206. */
const ACCEPTING = [200, 201, 202, 204];

/** What a response means. `text`: the decoded body, or "". `promisesJson`: only a clear yes counts as accepted. */
export function classifyResponse(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
  promisesJson: boolean,
): ResponseClass {
  if (status >= 300) return classifyFailure(status);
  if (!ACCEPTING.includes(status)) return "unclear";
  const reply = readJson(text.replace(/^\uFEFF/, ""));
  if (reply?.success) return "accepted";
  if (reply && /activat/i.test(reply.message)) return "needs-activation";
  if (reply && /through a web server/i.test(reply.message)) return "refused-or-throttled";
  if (reply) return "refused";
  if (headers["cf-mitigated"]) return "blocked";
  if (saysSubmitted(text)) return "accepted";
  if (/challenge-platform|cf-challenge|Just a moment\.\.\./i.test(text)) return "blocked";
  if (/needs activation/i.test(text)) return "needs-activation";
  return promisesJson ? "unclear" : "presumed-accepted";
}

function classifyFailure(status: number): ResponseClass {
  if (status === 302 || status === 303) return "redirected";
  if (status === 401 || status === 403) return "blocked";
  if (status === 400 || status === 413 || status === 422) return "request-refused";
  if (status === 408 || status === 425 || status === 429) return "throttled";
  return status >= 500 ? "server-error" : "misconfigured";
}

type Reply = { success: boolean; message: string };

/** The reply in JSON, whatever the content type; undefined if it is not JSON, or neither yes nor no. */
function readJson(text: string): Reply | undefined {
  const replies = [parseJson(text)].flat().flatMap((part) => readPart(part) ?? []);
  return replies.find(({ success }) => !success) ?? replies[0];
}

const NOTHING = [undefined, "null", "false", "0", '""', "[]", "{}"];

/**
 * `{"success":"true"|"false"|boolean,"message":"…"}`. Other services say `"ok":true` or `"status":"success"`
 * (docs/forwarding-services.md). An error or a failed status is a no, whatever else it says.
 */
function readPart(part: unknown): Reply | undefined {
  const { success, ok, error, errors, status, message } = Object(part) as Record<string, unknown>;
  const failed =
    part === false ||
    [error, errors].some((value) => !NOTHING.includes(JSON.stringify(value))) ||
    ok === false ||
    /^(error|fail)/i.test(String(status));
  const said = success === undefined && (ok === true || status === "success") ? true : success;
  if (said === undefined && !failed) return undefined;
  return { success: !failed && String(said) === "true", message: String(message) };
}

const SUBMITTED = /\b(was|has been|have been)\s+submitted successfully/i;
const DOUBT = /\b(no|not|never|nor|neither|none|if|whether|once|when|until|unless|before)\b/i;

/** Whether a sentence of the page says that something was submitted; not "could not be", "was not", "if it was". */
function saysSubmitted(html: string): boolean {
  const text = html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, " ").replace(/<[^<>]*>/g, " ");
  return text.split(/[.!?]/).some((sentence) => SUBMITTED.test(sentence) && !DOUBT.test(sentence));
}
