import { type ClassPolicy, mayPass, needsOperator } from "~/quote/lifecycle/class-policy.server";

/** Of `mail-partly-accepted`, in the log and in its condition. */
export const ADDRESS_REFUSED =
  "The mail server refuses an address in MAIL_TO: only the others get the email. Check its spelling, and whether its mailbox is full.";

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
  unclear: needsOperator(
    "The forwarding service did not clearly accept. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and check, then test with `doctor --send` (docs/going-live.md).",
  ),
  "needs-activation": needsOperator(
    "The form is not activated yet: look in your mailbox and its spam folder for an email from the forwarding service, and click the link in it.",
  ),
  "refused-or-throttled": mayPass(
    "The forwarding service refused the request, or wants fewer at once. Check that SITE_URL is right.",
  ),
  refused: {
    causedByContent: true,
    level: "error",
    advice: "The forwarding service did not accept the request. Check the form at the service.",
  },
  spam: needsOperator(
    "The forwarding service considers the request spam. Look for it in the service's spam list. If it is real, call the visitor.",
    { causedByContent: true },
  ),
  quota: needsOperator(
    "The forwarding service's limit for this month is reached, or the account there needs payment. Log in to the service and check.",
  ),
  blocked: needsOperator(
    "The forwarding service's bot protection blocks this server. Ask the service to allow it, or host the site elsewhere.",
  ),
  redirected: {
    ambiguous: true,
    maxAmbiguous: 3,
    level: "error",
    advice:
      "FORWARD_URL responds with a redirect, which may mean success, so a request is sent three times at most. Set FORWARD_URL to the service's address that answers in JSON and says whether it accepted.",
  },
  moved: needsOperator("The form has moved. Set FORWARD_URL to {location}."),
  misconfigured: needsOperator("The forwarding service does not know this form. Check FORWARD_URL."),
  "request-refused": needsOperator(
    "The forwarding service refuses the content of this request. Read it and call the visitor. If it refuses every request, check FORWARD_URL.",
    { causedByContent: true },
  ),
  throttled: mayPass("The forwarding service wants fewer requests at once."),
  "server-error": mayPass("The forwarding service has a problem of its own."),
  certificate: needsOperator(
    "The forwarding service's certificate {certificate}, so nothing was sent. Check the address in FORWARD_URL and this server's clock; otherwise only the service can fix it.",
  ),
  unreachable: mayPass(
    "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  ),
  unknown: mayPass(
    "The request was sent to the forwarding service, but no response could be read, so it may arrive more than once.",
    { ambiguous: true },
  ),
  "mail-accepted": { accepted: true, level: "info" },
  "mail-partly-accepted": { accepted: true, level: "error", advice: ADDRESS_REFUSED },
  "mail-refused": needsOperator("The mail server refused the email. Check SMTP_URL, MAIL_FROM and MAIL_TO."),
  "mail-login": needsOperator("The mail server refuses the user name or the password in SMTP_URL."),
  "mail-recipient": needsOperator("The mail server refuses the address in MAIL_TO. Check its spelling."),
  "mail-sender": needsOperator(
    "MAIL_FROM cannot send through this mail server (its own rule, SPF, DKIM, DMARC). Set MAIL_FROM to an address of the account in SMTP_URL.",
  ),
  "mail-full": needsOperator("The mailbox MAIL_TO is full. Make room in it."),
  "mail-limit": {
    level: "error",
    advice: "The mail account's sending limit is reached. It usually ends within a day.",
  },
  "mail-greeting": needsOperator(
    "The mail server does not talk to this server: it refused the greeting with the host name of SITE_URL. Check SITE_URL, or ask the mail provider why.",
  ),
  "mail-request-refused": needsOperator(
    "The mail server refuses the content of this email. Read the request and call the visitor. If it refuses every email, check its spam filter.",
    { causedByContent: true },
  ),
  "mail-unencrypted": {
    level: "error",
    advice:
      "The mail server offers no encryption, so nothing was sent. Check the host and port in SMTP_URL. For a server without encryption on your own network, add ?requireTLS=false.",
  },
  "mail-certificate": needsOperator(
    "The mail server's certificate {certificate}, so nothing was sent. Check the host in SMTP_URL and this server's clock; otherwise only the mail provider can fix it.",
  ),
  "mail-deferred": mayPass("The mail server says to try again later."),
  "mail-unreachable": mayPass(
    "The mail server does not respond, so nothing was sent. Check SMTP_URL and this server's network.",
  ),
  "mail-unknown": mayPass(
    "The email was sent to the mail server, but no response came, so it may arrive more than once.",
    { ambiguous: true },
  ),
} satisfies Record<string, ClassPolicy>;

export type ResponseClass = keyof typeof RESPONSE_CLASSES;

/** How many ambiguous attempts are made before the delays grow and the operator is asked to look. */
export const AMBIGUOUS_BEFORE_SLOWDOWN = 3;

const MANY_COPIES = needsOperator(
  "The request was sent to the {channel} three times or more, but no response could be read, so copies may have arrived. Check your mailbox: if it is there, delete the request from the outbox; if not, call the visitor and ask the service.",
);

/** What follows from an attempt of this class. `ambiguousAttempts`: of the channel so far, this one among them. */
export function policyOf(responseClass: string, ambiguousAttempts = 0): ClassPolicy {
  // A file may name a class of another version.
  const policy: ClassPolicy = RESPONSE_CLASSES[responseClass as ResponseClass] ?? { level: "warn" };
  const mayGoOn = policy.ambiguous && !policy.maxAmbiguous;
  const isMany = mayGoOn && ambiguousAttempts >= AMBIGUOUS_BEFORE_SLOWDOWN;
  return isMany ? { ...policy, ...MANY_COPIES } : policy;
}
