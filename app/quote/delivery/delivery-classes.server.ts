import type { Level } from "~/log/events";
import { ADVICE } from "~/quote/delivery/advice.server";
import { parseJson } from "~/quote/lifecycle/parse-json";

export type Rule = {
  accepted?: true;
  /** The operator must act before it can succeed, so it is tried again late. */
  slow?: true;
  /** Probably accepted: the same request sent again is sent again. */
  presumed?: true;
  /** The cause may be this request, so the others are still tried. */
  ofRequest?: true;
  /** It may have arrived anyway, so each attempt may be one more copy. */
  mayHaveArrived?: true;
  /** After this many attempts that may have arrived it is not sent again through this channel. */
  most?: number;
  level: Level;
  advice?: string;
};

const ACCEPTED = { accepted: true, level: "info" } as const;
const FAILED = { level: "error" } as const;
const SLOW = { ...FAILED, slow: true } as const;
const LATER = { level: "warn" } as const;

/** The classes of an attempt, and what follows from each: the rules of the whole site in one table. */
export const DELIVERY_CLASSES = {
  accepted: ACCEPTED,
  "presumed-accepted": { ...ACCEPTED, presumed: true, level: "warn" },
  unclear: SLOW,
  "needs-activation": SLOW,
  "refused-or-throttled": LATER,
  refused: { ...FAILED, ofRequest: true },
  blocked: SLOW,
  redirected: { ...FAILED, mayHaveArrived: true, most: 3 },
  misconfigured: SLOW,
  "request-refused": { ...SLOW, ofRequest: true },
  throttled: LATER,
  "server-error": LATER,
  unreachable: LATER,
  unknown: { ...LATER, mayHaveArrived: true },
  "mail-accepted": ACCEPTED,
  "mail-refused": SLOW,
  "mail-request-refused": { ...SLOW, ofRequest: true },
  "mail-unencrypted": FAILED,
  "mail-deferred": LATER,
  "mail-unreachable": LATER,
  "mail-unknown": { ...LATER, mayHaveArrived: true },
} satisfies Record<string, Rule>;

export type DeliveryClass = keyof typeof DELIVERY_CLASSES;

/** How many attempts without a readable response are made at the usual pace. */
export const UNCERTAIN_AT_PACE = 3;

const MANY_COPIES = {
  slow: true,
  level: "error",
  advice:
    "The request was sent three times or more, but no response could be read, so copies may have arrived. Check your mailbox: if it is there, delete the request from the outbox; if not, call the visitor and ask the service.",
} as const;

/** Whether a channel has sent a request as often as it may. */
export function isSpent(tried: { class: string; uncertain?: number } | undefined): boolean {
  const { most = Number.POSITIVE_INFINITY }: Partial<Rule> =
    DELIVERY_CLASSES[tried?.class as DeliveryClass] ?? {};
  return (tried?.uncertain ?? 0) >= most;
}

/** How many attempts of a channel may have arrived, after one of this class. */
export const copiesAfter = (deliveryClass: DeliveryClass, before: { uncertain?: number } = {}): number =>
  (before.uncertain ?? 0) + (ruleOf(deliveryClass).mayHaveArrived ? 1 : 0);

/** What follows from an attempt of this class, if this many attempts so far may have arrived. */
export function ruleOf(deliveryClass: DeliveryClass, copies = 0): Rule {
  const rule: Rule = { ...DELIVERY_CLASSES[deliveryClass], advice: ADVICE[deliveryClass] };
  return rule.mayHaveArrived && !rule.most && copies >= UNCERTAIN_AT_PACE
    ? { ...rule, ...MANY_COPIES }
    : rule;
}

/** Statuses that can mean acceptance: 201 or 204 as much as 200. Other 2xx mean something else, like 206. */
const ACCEPTING = [200, 201, 202, 204];

/** What a response means. `text`: the decoded body, or "". `promisesJson`: only a clear yes counts as accepted. */
export function classifyResponse(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
  promisesJson: boolean,
): DeliveryClass {
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

function classifyFailure(status: number): DeliveryClass {
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
