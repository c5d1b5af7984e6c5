import type { Level } from "~/server/log.server";

/**
 * The operator's reading of one attempt, and what follows from it: what the visitor is told, whether the stored
 * request is removed or kept, how loud the log is and what it advises. The rules of the whole site in one table.
 */
export const DELIVERY_CLASSES = {
  accepted: { visitor: "success", stored: "removed", level: "info", advice: undefined },
  "presumed-accepted": {
    visitor: "success",
    stored: "removed",
    level: "warn",
    advice:
      "The forwarding service answered 200 without saying that it accepted. Use its JSON address (/ajax/) to be sure.",
  },
  "needs-activation": {
    visitor: "success",
    stored: "kept",
    level: "error",
    advice: "The form is not activated: click the link in the mail that the forwarding service sent you.",
  },
  "refused-or-throttled": {
    visitor: "success",
    stored: "kept",
    level: "warn",
    advice:
      "The forwarding service refused the request or asks for a slower pace. Check that SITE_URL is right.",
  },
  refused: {
    visitor: "success",
    stored: "kept",
    level: "error",
    advice: "The forwarding service did not accept the request. Check the form at the service.",
  },
  blocked: {
    visitor: "by-status",
    stored: "kept",
    level: "error",
    advice:
      "The forwarding service's bot shield turns this server away. Ask the service to allow it, or host it elsewhere.",
  },
  redirected: {
    visitor: "error",
    stored: "kept",
    level: "error",
    advice: "FORWARD_URL answers with a redirect, which is never followed. Set it to the final address.",
  },
  misconfigured: {
    visitor: "error",
    stored: "kept",
    level: "error",
    advice: "The forwarding service does not know this address or form. Check FORWARD_URL.",
  },
  throttled: {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The forwarding service asks for a slower pace.",
  },
  "server-error": {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The forwarding service has a fault of its own.",
  },
  unreachable: {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  },
  unknown: {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The request was sent but no answer came. It may have arrived; look before you send it again.",
  },
  unconfigured: {
    visitor: "success",
    stored: "kept",
    level: "warn",
    advice: "FORWARD_URL is not set, so nothing is sent. The request lies in the outbox folder.",
  },
} as const satisfies Record<
  string,
  {
    /** `by-status`: HTTP 200 is success, as always; any other status is an error. */
    visitor: "success" | "error" | "by-status";
    stored: "removed" | "kept";
    level: Level;
    advice: string | undefined;
  }
>;

export type DeliveryClass = keyof typeof DELIVERY_CLASSES;

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
