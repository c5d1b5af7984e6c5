import type { ClassPolicy } from "~/quote/lifecycle/class-policy.server";
import { MAIL_CLASSES } from "~/quote/lifecycle/mail-classes.server";

/** The classes of an attempt: policy and advice in one table. `classify` and `smtp` choose the class; `adviceOf` fills in the braces. */
export const RESPONSE_CLASSES = {
  accepted: { accepted: true, level: "info" },
  "presumed-accepted": {
    accepted: true,
    presumed: true,
    level: "warn",
    advice:
      "The forwarding service responded, but did not say whether it accepted. If it has an address that answers in JSON, set FORWARD_URL to that one.",
  },
  unclear: {
    needsOperator: true,
    level: "error",
    advice:
      "The forwarding service did not clearly accept. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and check, then test with `doctor --send` (docs/going-live.md).",
  },
  "needs-activation": {
    needsOperator: true,
    level: "error",
    advice:
      "The form is not activated yet: look in your mailbox and its spam folder for an email from the forwarding service, and click the link in it.",
  },
  "refused-or-throttled": {
    level: "warn",
    advice:
      "The forwarding service refused the request, or wants fewer at once. Check that SITE_URL is right.",
  },
  refused: {
    causedByContent: true,
    level: "error",
    advice: "The forwarding service did not accept the request. Check the form at the service.",
  },
  spam: {
    needsOperator: true,
    causedByContent: true,
    level: "error",
    advice:
      "The forwarding service takes the request for spam. Look for it in the service's spam list. If it is real, call the visitor.",
  },
  quota: {
    needsOperator: true,
    level: "error",
    advice:
      "The forwarding service's limit for this month is reached, or the account there needs payment. Log in at the service and check.",
  },
  blocked: {
    needsOperator: true,
    level: "error",
    advice:
      "The forwarding service's bot protection blocks this server. Ask the service to allow it, or host the site elsewhere.",
  },
  redirected: {
    ambiguous: true,
    maxAmbiguous: 3,
    level: "error",
    advice:
      "FORWARD_URL responds with a redirect, which may mean success, so a request is sent three times at most. Set FORWARD_URL to the service's address that answers in JSON and says whether it accepted.",
  },
  moved: {
    needsOperator: true,
    level: "error",
    advice: "The form has moved. Set FORWARD_URL to {location}.",
  },
  misconfigured: {
    needsOperator: true,
    level: "error",
    advice: "The forwarding service does not know this form. Check FORWARD_URL.",
  },
  "request-refused": {
    needsOperator: true,
    causedByContent: true,
    level: "error",
    advice:
      "The forwarding service refuses the content of this request. Read it and call the visitor. If it refuses every request, check FORWARD_URL.",
  },
  throttled: { level: "warn", advice: "The forwarding service wants fewer requests at once." },
  "server-error": { level: "warn", advice: "The forwarding service has a problem of its own." },
  certificate: {
    needsOperator: true,
    level: "error",
    advice:
      "The forwarding service's certificate {certificate}, so nothing was sent. Check the address in FORWARD_URL and this server's clock; otherwise only the service can fix it.",
  },
  unreachable: {
    level: "warn",
    advice: "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  },
  unknown: {
    ambiguous: true,
    level: "warn",
    advice:
      "The request was sent to the forwarding service, but no response could be read, so it may arrive more than once.",
  },
  ...MAIL_CLASSES,
} satisfies Record<string, ClassPolicy>;

export type ResponseClass = keyof typeof RESPONSE_CLASSES;

/** How many ambiguous attempts are made before the delays grow and the operator is asked to look. */
export const AMBIGUOUS_BEFORE_SLOWDOWN = 3;

const MANY_COPIES = {
  needsOperator: true,
  level: "error",
  advice:
    "The request was sent to the {channel} three times or more, but no response could be read, so copies may have arrived. Check your mailbox: if it is there, delete the request from the outbox; if not, call the visitor and ask the service.",
} as const;

/**
 * What follows from an attempt of this class.
 *
 * @param ambiguousAttempts how many of the channel's attempts so far, this one among them, may have arrived
 */
export function policyOf(responseClass: string, ambiguousAttempts = 0): ClassPolicy {
  // A file may name a class of another version.
  const policy: ClassPolicy = RESPONSE_CLASSES[responseClass as ResponseClass] ?? { level: "warn" };
  const isSlowedDown = policy.ambiguous && !policy.maxAmbiguous;
  return isSlowedDown && ambiguousAttempts >= AMBIGUOUS_BEFORE_SLOWDOWN
    ? { ...policy, ...MANY_COPIES }
    : policy;
}
