import { UNTRUSTED } from "~/quote/delivery/channels/classify.server";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";

/** `code`: nodemailer's own ("ESOCKET"); `originalCode`: the system's behind it ("ECONNREFUSED"); `command`: what was refused. */
export type MailError = Error & {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
};

/** The enhanced status of a reply (RFC 3463), such as "5.7.1"; "" if it has none. */
const statusIn = (response = "") => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";

/** 552 and 452 are a full mailbox, unless the enhanced status says: too large, too many recipients, the server's own disk. */
const NOT_FULL = /\.(2\.3|3\.\d|5\.3)$/;

/** What a failed email means. 4xx is "later", 5xx is "no" (RFC 5321, 4.2.1). Without a reply it matters whether it was sent. */
export function classify(
  { code, originalCode, responseCode: reply = 0, response, command }: MailError,
  sent: boolean,
): ResponseClass {
  const status = statusIn(response);
  if (UNTRUSTED.test(originalCode ?? "")) return "mail-certificate";
  if (command === "EHLO" || command === "HELO") if (reply >= 400) return "mail-greeting";
  if ((reply === 552 || reply === 452) && !NOT_FULL.test(status)) return "mail-full";
  const isLimit = /^4\.7\./.test(status) && /limit|quota|exceed|too many/i.test(response ?? "");
  if (status === "5.4.5" || isLimit) return "mail-limit";
  if (reply >= 400 && reply < 500) return "mail-deferred";
  if (code === "ETLS") return "mail-unencrypted";
  if (code === "EMESSAGE") return /^5\.7\./.test(status) ? "mail-sender" : "mail-request-refused";
  if (code === "EAUTH") return "mail-login";
  if (command === "MAIL FROM" && reply >= 500) return "mail-sender";
  // 5.7: it refuses to pass email on to others, whatever the address.
  if (command === "RCPT TO" && reply >= 500 && !/^5\.7\./.test(status)) return "mail-recipient";
  if (reply >= 500 || code === "EENVELOPE") return "mail-refused";
  return sent ? "mail-unknown" : "mail-unreachable";
}
