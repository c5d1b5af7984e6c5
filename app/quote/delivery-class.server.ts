import type { Level } from "~/server/log.server";

/** What follows from one attempt. */
export type Rule = {
  /** `by-status`: HTTP 200 is success, as always; any other status is an error. */
  visitor: "success" | "error" | "by-status";
  stored: "removed" | "kept";
  /** An operator must act before it can succeed, so it is tried again late. */
  slow?: true;
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
    level: "warn",
    advice:
      "The forwarding service answered 200 without saying that it accepted. Use its JSON address (/ajax/) to be sure.",
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
    advice: "The request was sent but no answer came. It is sent again, and may then arrive twice.",
  },
  "mail-accepted": { visitor: "success", stored: "removed", level: "info", advice: undefined },
  "mail-refused": {
    visitor: "error",
    stored: "kept",
    slow: true,
    level: "error",
    advice: "The mail server refuses to take the mail. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
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
    advice: "No connection to the mail server. Check SMTP_URL and this server's network.",
  },
  "mail-unknown": {
    visitor: "error",
    stored: "kept",
    level: "warn",
    advice: "The mail was sent but no answer came. It is sent again, and may then arrive twice.",
  },
} as const satisfies Record<string, Rule>;

export type DeliveryClass = keyof typeof DELIVERY_CLASSES;

export const ruleOf = (deliveryClass: DeliveryClass): Rule => DELIVERY_CLASSES[deliveryClass];
