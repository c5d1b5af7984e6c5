import type { DeliveryClass } from "~/quote/delivery-class.server";

/**
 * Reads a forwarding service's answer. The body is looked at here and nowhere else.
 *
 * @param text at most the first 64 KiB of the body
 */
export function classifyAnswer(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
): DeliveryClass {
  // The specification knows only 200; a service that answers 201 or 204 means the same.
  if (status < 300) return classifyOk(headers, text);
  if (status < 400) return "redirected";
  if (status === 401 || status === 403) return "blocked";
  if (status === 408 || status === 425 || status === 429) return "throttled";
  return status >= 500 ? "server-error" : "misconfigured";
}

function classifyOk(headers: Record<string, string | string[] | undefined>, text: string): DeliveryClass {
  const said = saidByJson(text.replace(/^\uFEFF/, ""));
  if (said?.success) return "accepted";
  if (said && /activat/i.test(said.message)) return "needs-activation";
  if (said && /through a web server/i.test(said.message)) return "refused-or-throttled";
  if (said) return "refused";
  if (headers["cf-mitigated"] || /challenge-platform|cf-challenge|Just a moment\.\.\./i.test(text))
    return "blocked";
  if (/submitted successfully/i.test(text)) return "accepted";
  if (/needs activation/i.test(text)) return "needs-activation";
  return "presumed-accepted";
}

/** `{"success":"true"|"false"|boolean,"message":"…"}`, whatever the content type says; else undefined. */
function saidByJson(text: string): { success: boolean; message: string } | undefined {
  try {
    const { success, message } = JSON.parse(text) ?? {};
    if (success === undefined) return undefined;
    return { success: String(success) === "true", message: String(message ?? "") };
  } catch {
    return undefined;
  }
}
