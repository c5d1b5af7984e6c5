import type { Level } from "~/config/log.server";

/** What follows from one attempt. */
export type Rule = {
  /** `by-status`: HTTP 200 is success, as always; any other status is an error. */
  visitor: "success" | "error" | "by-status";
  stored: "removed" | "kept";
  /** An operator must act before it can succeed, so it is tried again late. */
  slow?: true;
  /** The answer did not say that it was accepted, so the same request sent again is sent again. */
  remembered?: false;
  /** It may be for what this request says, so others are still tried. */
  ofRequest?: true;
  /** It may have arrived all the same, so each attempt may be one more copy. */
  uncertain?: true;
  level: Level;
  advice: string | undefined;
};

/**
 * The operator's reading of one attempt, and what follows from it. The rules of the whole site in one table.
 */
export const DELIVERY_CLASSES = {
  accepted: { visitor: "success", stored: "removed", level: "info", advice: undefined },
  "presumed-accepted": {
    visitor: "success",
    stored: "removed",
    remembered: false,
    level: "warn",
    advice:
      "The forwarding service answered 200 without saying that it accepted. Use its JSON address (/ajax/) to be sure.",
  },
  unclear: {
    visitor: "success",
    stored: "kept",
    slow: true,
    level: "error",
    advice:
      "The forwarding service answered without a clear yes. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and look, then test with `npm run doctor -- --send`.",
  },
  "needs-activation": {
    visitor: "success",
    stored: "kept",
    slow: true,
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
    ofRequest: true,
    level: "error",
    advice: "The forwarding service did not accept the request. Check the form at the service.",
  },
  blocked: {
    visitor: "by-status",
    stored: "kept",
    slow: true,
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
    slow: true,
    level: "error",
    advice: "The forwarding service does not know this address or form. Check FORWARD_URL.",
  },
  "request-refused": {
    visitor: "error",
    stored: "kept",
    slow: true,
    ofRequest: true,
    level: "error",
    advice:
      "The forwarding service refuses what this request says. Read it and call the visitor. If it refuses every request, check FORWARD_URL.",
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
    uncertain: true,
    level: "warn",
    advice:
      "The request was sent but no answer could be read. It is sent again, and may then arrive more than once.",
  },
  "mail-accepted": { visitor: "success", stored: "removed", level: "info", advice: undefined },
  "mail-refused": {
    visitor: "error",
    stored: "kept",
    slow: true,
    level: "error",
    advice: "The mail server refuses to take the mail. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
  },
  "mail-request-refused": {
    visitor: "error",
    stored: "kept",
    slow: true,
    ofRequest: true,
    level: "error",
    advice:
      "The mail server refuses this mail for what it says. Read the request and call the visitor. If it refuses every mail, check its spam filter.",
  },
  "mail-unencrypted": {
    visitor: "error",
    stored: "kept",
    level: "error",
    advice:
      "The mail server offers no encryption, or its certificate is not valid for its name, so nothing was sent. Check the host and port in SMTP_URL. A server on your own network may go without: add ?requireTLS=false.",
  },
  "mail-deferred": {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The mail server asks to try again later.",
  },
  "mail-unreachable": {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The mail server does not answer, so nothing was sent. Check SMTP_URL and this server's network.",
  },
  "mail-unknown": {
    visitor: "error",
    stored: "kept",
    uncertain: true,
    level: "warn",
    advice: "The mail was sent but no answer came. It is sent again, and may then arrive more than once.",
  },
} as const satisfies Record<string, Rule>;

export type DeliveryClass = keyof typeof DELIVERY_CLASSES;

/** So many attempts whose answer nobody could read are made at the usual pace. */
export const UNCERTAIN_AT_PACE = 3;

const COPIES = {
  slow: true,
  level: "error",
  advice:
    "The request was sent three times or more, but no answer could be read, so copies may have arrived. Look in your mailbox: if it is there, delete the request from the outbox; if not, call the visitor and ask the service.",
} as const satisfies Partial<Rule>;

/**
 * What follows from an attempt of this class.
 *
 * @param uncertain how many attempts so far may have arrived, this one included
 */
export function ruleOf(deliveryClass: DeliveryClass, uncertain = 0): Rule {
  const rule: Rule = DELIVERY_CLASSES[deliveryClass];
  return rule.uncertain && uncertain >= UNCERTAIN_AT_PACE ? { ...rule, ...COPIES } : rule;
}
