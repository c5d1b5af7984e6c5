import { expect, it } from "vitest";
import { classify } from "~/quote/delivery/channels/classify-mail.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";

/** Causes: what a service or a mail server said, and what the owner reads of it. */

const reply = (response: string, more: object = {}) =>
  classify({ name: "", message: "", response, responseCode: Number(response.slice(0, 3)), ...more }, true);
const DATA = { code: "EMESSAGE" };

it.each([
  ["552 5.2.2 Mailbox full", {}, "mail-full"],
  ["452 4.2.2 over quota", {}, "mail-full"],
  ["552 full", {}, "mail-full"],
  ["552 5.3.4 Message too big", DATA, "mail-request-refused"],
  ["452 4.3.1 Insufficient system storage", {}, "mail-deferred"],
  ["550 5.7.26 Unauthenticated", DATA, "mail-sender"],
  ["554 5.6.0 Bad content", DATA, "mail-request-refused"],
  ["550 5.4.5 Daily sending quota exceeded", DATA, "mail-limit"],
  ["454 4.7.0 Sending limit exceeded", {}, "mail-limit"],
  ["450 4.7.1 Greylisted", {}, "mail-deferred"],
  ["421 go away", { command: "EHLO" }, "mail-greeting"],
  ["421 busy", { command: "CONN" }, "mail-deferred"],
  ["535 5.7.8 Bad password", { code: "EAUTH" }, "mail-login"],
  ["550 5.1.1 No such user", { command: "RCPT TO" }, "mail-recipient"],
  ["550 5.7.1 Relaying denied", { command: "RCPT TO" }, "mail-refused"],
  ["553 5.1.8 Not your address", { command: "MAIL FROM" }, "mail-sender"],
] as const)("a mail server: %s %o is %s", (response, more, expected) => {
  expect(reply(response, more)).toBe(expected);
});

it.each([
  [{ class: "certificate", code: "CERT_HAS_EXPIRED" }, /certificate is expired, .* \(CERT_HAS_EXPIRED\)\.$/],
  [{ class: "mail-certificate", code: "ERR_TLS_CERT_ALTNAME_INVALID" }, /certificate is for another name, /],
  [{ class: "certificate", code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not from an issuer that this server knows/],
  [{ class: "moved", status: 301, location: "b.example/f" }, /FORWARD_URL to b\.example\/f \(reply 301\)\.$/],
  [{ class: "mail-full", status: 552 }, /MAIL_TO is full.*\(reply 552\)\.$/],
  [{ class: "of another version" }, /^It was not accepted\.$/],
])("advice: %o names the cause and the reply's code", (failure, expected) => {
  expect(adviceOf(failure)).toMatch(expected);
});
