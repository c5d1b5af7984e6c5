import type { Level } from "~/log/events";

/** What follows from an attempt of a class. Without `accepted` the attempt failed, and the quote is tried again. */
export type ClassPolicy = {
  accepted?: true;
  /** Probably accepted: the same quote sent again by its visitor is sent again. */
  presumed?: true;
  /** Only the operator can make the next attempt succeed, so the first short delays are skipped. */
  needsOperator?: true;
  /** The cause may be this quote, so others are still tried. */
  causedByContent?: true;
  /** It may have arrived all the same, so each attempt may be one more copy. */
  ambiguous?: true;
  /** After so many ambiguous attempts the channel does not send the quote again. */
  maxAmbiguous?: number;
  level: Level;
  /** What the log tells the operator. */
  advice?: string;
};

/** The classes of an attempt: policy and advice in one table. `classify` and `smtp` choose the class. */
export const RESPONSE_CLASSES = {
  accepted: { accepted: true, level: "info" },
  "presumed-accepted": {
    accepted: true,
    presumed: true,
    level: "warn",
    advice:
      "The forwarding service responded 200 but did not say whether it accepted. Use its JSON address (/ajax/) to be sure.",
  },
  unclear: {
    needsOperator: true,
    level: "error",
    advice:
      "The forwarding service did not clearly accept. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and check, then test with `npm run doctor -- --send`.",
  },
  "needs-activation": {
    needsOperator: true,
    level: "error",
    advice: "The form is not activated: click the link in the email that the forwarding service sent you.",
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
      "FORWARD_URL responds with a redirect, which may mean success, so a request is sent three times at most. Set FORWARD_URL to the service's address for JSON (AJAX), which says whether it accepted.",
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
  unreachable: {
    level: "warn",
    advice: "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  },
  unknown: {
    ambiguous: true,
    level: "warn",
    advice:
      "The request was sent, but no response could be read. It will be sent again, so it may arrive more than once.",
  },
  "mail-accepted": { accepted: true, level: "info" },
  "mail-refused": {
    needsOperator: true,
    level: "error",
    advice: "The mail server refuses this. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
  },
  "mail-request-refused": {
    needsOperator: true,
    causedByContent: true,
    level: "error",
    advice:
      "The mail server refuses the content of this email. Read the request and call the visitor. If it refuses every email, check its spam filter.",
  },
  "mail-unencrypted": {
    level: "error",
    advice:
      "The mail server offers no encryption, or its certificate is not valid for its name, so nothing was sent. Check the host and port in SMTP_URL. For a server without encryption on your own network, add ?requireTLS=false.",
  },
  "mail-deferred": { level: "warn", advice: "The mail server says to try again later." },
  "mail-unreachable": {
    level: "warn",
    advice:
      "The mail server does not respond, so nothing was sent. Check SMTP_URL and this server's network.",
  },
  "mail-unknown": {
    ambiguous: true,
    level: "warn",
    advice:
      "The email was sent, but no response came. It will be sent again, so it may arrive more than once.",
  },
} satisfies Record<string, ClassPolicy>;

export type ResponseClass = keyof typeof RESPONSE_CLASSES;

/** How many ambiguous attempts are made before the delays grow and the operator is asked to look. */
export const AMBIGUOUS_BEFORE_SLOWDOWN = 3;

const MANY_COPIES = {
  needsOperator: true,
  level: "error",
  advice:
    "The request was sent three times or more, but no response could be read, so copies may have arrived. Check your mailbox: if it is there, delete the request from the outbox; if not, call the visitor and ask the service.",
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
