import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";

/** Statuses that can say that the request was taken. Any other 2xx is an answer to something else, like 206. */
const TAKING = [200, 201, 202, 204];

/**
 * Reads a forwarding service's answer. The body is looked at here and nowhere else.
 *
 * @param text at most the first 64 KiB of the body, decoded; "" where it could not be
 * @param promisesJson whether the address answers in JSON, so that only a clear yes counts as one
 */
export function classifyResponse(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
  promisesJson: boolean,
): DeliveryClass {
  // The specification knows only 200; a service that answers 201 or 204 means the same.
  if (status < 300) return TAKING.includes(status) ? classifyOk(headers, text, promisesJson) : "unclear";
  if (status < 400) return "redirected";
  if (status === 401 || status === 403) return "blocked";
  if (status === 400 || status === 413 || status === 422) return "request-refused";
  if (status === 408 || status === 425 || status === 429) return "throttled";
  return status >= 500 ? "server-error" : "misconfigured";
}

function classifyOk(
  headers: Record<string, string | string[] | undefined>,
  text: string,
  promisesJson: boolean,
): DeliveryClass {
  const said = saidByJson(text.replace(/^\uFEFF/, ""));
  if (said?.success) return "accepted";
  if (said && /activat/i.test(said.message)) return "needs-activation";
  if (said && /through a web server/i.test(said.message)) return "refused-or-throttled";
  if (said) return "refused";
  if (headers["cf-mitigated"]) return "blocked";
  if (saysSubmitted(text)) return "accepted";
  if (/challenge-platform|cf-challenge|Just a moment\.\.\./i.test(text)) return "blocked";
  if (/needs activation/i.test(text)) return "needs-activation";
  return promisesJson ? "unclear" : "presumed-accepted";
}

type Said = { success: boolean; message: string };

/** What JSON says, whatever the content type is; undefined where it is not JSON, or says neither yes nor no. */
function saidByJson(text: string): Said | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const said = [value].flat().flatMap((part) => saidByPart(part) ?? []);
  return said.find(({ success }) => !success) ?? said[0];
}

const NOTHING = [undefined, "null", "false", "0", '""', "[]", "{}"];

/** `{"success":"true"|"false"|boolean,"message":"…"}`; an error or a failed status is a no, too. */
function saidByPart(part: unknown): Said | undefined {
  if (part === false) return { success: false, message: "" };
  const { success, ok, error, errors, status, message } = Object(part) as Record<string, unknown>;
  const failed =
    [error, errors].some((value) => !NOTHING.includes(JSON.stringify(value))) ||
    ok === false ||
    /^(error|fail)/i.test(String(status));
  if (success === undefined && !failed) return undefined;
  return { success: !failed && String(success) === "true", message: String(message ?? "") };
}

const DOUBT = /\b(no|not|never|nor|neither|none|if|whether|once|when|until|unless|before)\b/i;

/** Whether a sentence of the page says that something was submitted: not "could not be", "was not", "if it was". */
function saysSubmitted(html: string): boolean {
  const text = html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, " ").replace(/<[^<>]*>/g, " ");
  return text
    .split(/[.!?]/)
    .some(
      (sentence) =>
        /\b(was|has been|have been)\s+submitted successfully/i.test(sentence) && !DOUBT.test(sentence),
    );
}
