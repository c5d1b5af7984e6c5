import type { Level } from "~/log/events";

export type Rule = {
  stored: "removed" | "kept";
  /** The operator must act before it can succeed, so it is tried again late. */
  slow?: true;
  /** Probably accepted: the same request sent again is sent again. */
  presumed?: true;
  /** The cause may be this request, so the others are still tried. */
  ofRequest?: true;
  /** It may have arrived all the same, so each attempt may be one more copy. */
  uncertain?: true;
  /** After this many attempts that may have arrived it is not sent again through this channel. */
  most?: number;
  level: Level;
  advice?: string;
};

const ACCEPTED = { stored: "removed", level: "info" } as const;
const FAILED = { stored: "kept", level: "error" } as const;
const SLOW = { ...FAILED, slow: true } as const;
const LATER = { stored: "kept", level: "warn" } as const;

/** The classes of an attempt, and what follows from each: the rules of the whole site in one table. */
export const DELIVERY_CLASSES = {
  accepted: ACCEPTED,
  "presumed-accepted": { ...ACCEPTED, presumed: true, level: "warn" },
  unclear: SLOW,
  "needs-activation": SLOW,
  "refused-or-throttled": LATER,
  refused: { ...FAILED, ofRequest: true },
  blocked: SLOW,
  redirected: { ...FAILED, uncertain: true, most: 3 },
  misconfigured: SLOW,
  "request-refused": { ...SLOW, ofRequest: true },
  throttled: LATER,
  "server-error": LATER,
  unreachable: LATER,
  unknown: { ...LATER, uncertain: true },
  "mail-accepted": ACCEPTED,
  "mail-refused": SLOW,
  "mail-request-refused": { ...SLOW, ofRequest: true },
  "mail-unencrypted": FAILED,
  "mail-deferred": LATER,
  "mail-unreachable": LATER,
  "mail-unknown": { ...LATER, uncertain: true },
} satisfies Record<string, Rule>;

export type DeliveryClass = keyof typeof DELIVERY_CLASSES;

/** What the log tells the operator. */
const ADVICE: Partial<Record<DeliveryClass, string>> = {
  "presumed-accepted":
    "The forwarding service responded 200 but did not say that it accepted. Use its JSON address (/ajax/) to be sure.",
  unclear:
    "The forwarding service did not clearly accept. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and check, then test with `npm run doctor -- --send`.",
  "needs-activation":
    "The form is not activated: click the link in the email that the forwarding service sent you.",
  "refused-or-throttled":
    "The forwarding service refused the request or asks for fewer requests. Check that SITE_URL is right.",
  refused: "The forwarding service did not accept the request. Check the form at the service.",
  blocked:
    "The forwarding service's bot protection blocks this server. Ask the service to allow it, or host the site elsewhere.",
  redirected:
    "FORWARD_URL responds with a redirect, which may mean thanks, so a request is sent three times at most. Set FORWARD_URL to the service's address for JSON (AJAX), which says whether it accepted.",
  misconfigured: "The forwarding service does not know this form. Check FORWARD_URL.",
  "request-refused":
    "The forwarding service refuses the content of this request. Read it and call the visitor. If it refuses every request, check FORWARD_URL.",
  throttled: "The forwarding service asks for fewer requests.",
  "server-error": "The forwarding service has an error of its own.",
  unreachable: "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  unknown:
    "The request was sent but no response could be read. It is sent again, so it may arrive more than once.",
  "mail-refused": "The mail server refuses this. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
  "mail-request-refused":
    "The mail server refuses the content of this email. Read the request and call the visitor. If it refuses every email, check its spam filter.",
  "mail-unencrypted":
    "The mail server offers no encryption, or its certificate is not valid for its name, so nothing was sent. Check the host and port in SMTP_URL. For a server on your own network without encryption add ?requireTLS=false.",
  "mail-deferred": "The mail server asks to try again later.",
  "mail-unreachable":
    "The mail server does not respond, so nothing was sent. Check SMTP_URL and this server's network.",
  "mail-unknown":
    "The email was sent but no response came. It is sent again, so it may arrive more than once.",
};

/** How many attempts without a readable response are made at the usual pace. */
export const UNCERTAIN_AT_PACE = 3;

const COPIES = {
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
  (before.uncertain ?? 0) + (ruleOf(deliveryClass).uncertain ? 1 : 0);

/** What follows from an attempt of this class, if this many attempts so far may have arrived. */
export function ruleOf(deliveryClass: DeliveryClass, uncertain = 0): Rule {
  const rule: Rule = { ...DELIVERY_CLASSES[deliveryClass], advice: ADVICE[deliveryClass] };
  return rule.uncertain && !rule.most && uncertain >= UNCERTAIN_AT_PACE ? { ...rule, ...COPIES } : rule;
}
