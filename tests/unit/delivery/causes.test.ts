import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { classify } from "~/quote/delivery/channels/classify-mail.server";
import { relay } from "~/quote/delivery/channels/forward.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import { sampleQuote } from "../intake/sample-quote";

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
  [{ class: "certificate", code: "CERT_HAS_EXPIRED" }, /certificate is expired, .* \(CERT_HAS_EXPIRED\)\. /],
  [{ class: "mail-certificate", code: "ERR_TLS_CERT_ALTNAME_INVALID" }, /certificate is for another name, /],
  [{ class: "certificate", code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not from an issuer that this server knows/],
  [
    { class: "moved", status: 301, location: "https://b.example/f" },
    /^The form has moved \(reply 301\)\. Set FORWARD_URL to https:\/\/b\.example\/f\.$/,
  ],
  [{ class: "mail-full", status: 552 }, /MAIL_TO is full \(reply 552\)\. /],
  [{ class: "of another version" }, /^It was not accepted\.$/],
])("advice: %o names the cause and the reply's code", (failure, expected) => {
  expect(adviceOf(failure)).toMatch(expected);
});

/** A service that gives these answers, one after the other. */
async function service(...answers: { status?: number; body?: string; location?: string }[]) {
  const server = createServer((request, response) => {
    const { status = 200, body = "", location } = answers.shift() ?? {};
    request.resume().on("end", () => response.writeHead(status, location ? { location } : {}).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const forwardUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f`;
  return () => relay(sampleQuote(), { forwardUrl, siteOrigin: "http://dig.example", timeoutMs: 5_000 });
}

it("a response without a word: unclear once the address has answered in JSON, else presumed accepted", async () => {
  const send = await service({}, { body: '{"ok":true}' }, {}, { status: 204 });
  const classes = [await send(), await send(), await send(), await send()].map((result) => result.class);
  expect(classes).toEqual(["presumed-accepted", "accepted", "unclear", "unclear"]);
});

it("a form that has moved: the new address is known, without what its query holds", async () => {
  const send = await service({ status: 308, location: "/new/f?token=s3cret" }, { status: 301 });
  expect(await send()).toMatchObject({
    class: "moved",
    location: expect.stringMatching(/^http:\/\/127.*\/new\/f$/),
  });
  expect((await send()).location).toBeUndefined();
});
