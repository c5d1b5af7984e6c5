import type { ClassPolicy } from "~/quote/lifecycle/class-policy.server";

/** The classes of an attempt by mail; see `RESPONSE_CLASSES`. */
export const MAIL_CLASSES = {
  "mail-accepted": { accepted: true, level: "info" },
  "mail-refused": {
    needsOperator: true,
    level: "error",
    advice: "The mail server refuses this. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
  },
  "mail-login": {
    needsOperator: true,
    level: "error",
    advice: "The mail server refuses the user name or the password in SMTP_URL.",
  },
  "mail-recipient": {
    needsOperator: true,
    level: "error",
    advice: "The mail server refuses the address in MAIL_TO. Check its spelling.",
  },
  "mail-sender": {
    needsOperator: true,
    level: "error",
    advice:
      "MAIL_FROM may not send through this mail server (its own rule, SPF, DKIM, DMARC). Set MAIL_FROM to an address of the account in SMTP_URL.",
  },
  "mail-full": {
    needsOperator: true,
    level: "error",
    advice: "The mailbox MAIL_TO is full. Make room in it.",
  },
  "mail-limit": {
    level: "error",
    advice: "The mail account's sending limit is reached. It usually ends within a day.",
  },
  "mail-greeting": {
    needsOperator: true,
    level: "error",
    advice:
      "The mail server does not talk to this server: it refused the greeting with the host name of SITE_URL. Check SITE_URL, or ask the mail provider why.",
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
      "The mail server offers no encryption, so nothing was sent. Check the host and port in SMTP_URL. For a server without encryption on your own network, add ?requireTLS=false.",
  },
  "mail-certificate": {
    needsOperator: true,
    level: "error",
    advice:
      "The mail server's certificate {certificate}, so nothing was sent. Check the host in SMTP_URL and this server's clock; otherwise only the mail provider can fix it.",
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
    advice: "The email was sent to the mail server, but no response came, so it may arrive more than once.",
  },
} satisfies Record<string, ClassPolicy>;
