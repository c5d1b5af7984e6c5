import { describe, expect, it } from "vitest";
import { classifyResponse } from "~/quote/delivery/channels/classify.server";
import { classify } from "~/quote/delivery/channels/classify-mail.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";

const NO_ORIGIN = '{"success":"false","message":"Make sure you open this page through a web server"}';

/** What the services in docs/forwarding-services.md respond, and what else one may say. */
describe("response", () => {
  it.each([
    ["Formspree", '{"next":"/thanks","ok":true}'],
    ["Formcarry", '{"code":200,"status":"success","title":"Thank you"}'],
    ["Basin, where it says so", '{"success":true}'],
    ["behind a byte order mark", '\uFEFF{"success":"true"}'],
    ["within a list", '[{"success":"true"}]'],
    ["and no error", '{"success":true,"error":null,"errors":[]}'],
    ...["false", "0", '""', "{}"].map((none) => [`the error ${none}`, `{"success":true,"error":${none}}`]),
    ["a result", '{"result":"success"}'],
    ["words about something else", '{"ok":true,"submission":{"message":"No spam, no limit","code":"49000"}}'],
    ["done without errors", '{"success":true,"status":"no errors"}'],
    ["on a page", "<p>The form was submitted successfully."],
    ["in bold", "It was <b>submitted successfully</b>!"],
    ["on two lines", "It was<br>submitted successfully."],
    ["with a bot shield's script", "<p>It was submitted successfully.</p><script src=/challenge-platform/x>"],
  ])("accepted: %s", (_name, body = "") => {
    expect(classifyResponse(200, {}, body, false)).toBe("accepted");
  });

  it.each([
    ["FormSubmit's other no", '{"success":"false","message":"no"}', "refused"],
    ["Formcarry's no", '{"status":"error","message":"no"}', "refused"],
    ["Basin's no", '{"error":"no"}', "refused"],
    ["a yes with an error", '{"success":true,"error":"quota"}', "quota"],
    ["a yes with errors", '{"success":true,"errors":[{"code":"X"}]}', "refused"],
    ["yes and no in one list", '[{"success":true},{"success":false}]', "refused"],
    ["a yes beside a no", '{"ok":true,"success":false}', "refused"],
    ["a yes beside a failed status", '{"ok":true,"status":"failed"}', "refused"],
    ["neither yes nor no where that belongs", '{"ok":true,"success":null}', "refused"],
    ["just false", "false", "refused"],
    ["not ok", '{"ok":false}', "refused"],
    ["a code", '{"code":403}', "refused"],
    ["a code in quotes", '{"statusCode":"400"}', "refused"],
    ["a code as status", '{"status":422,"title":"no"}', "refused"],
    ["an error as result", '{"result":"error"}', "refused"],
    ["spam", '{"message":"This looks like spam"}', "spam"],
    ["a form that is off", '{"message":"This form is disabled"}', "refused"],
    ["a limit", '{"message":"Your monthly limit is reached"}', "quota"],
    ["a bill", '{"success":false,"error":"Payment needed"}', "quota"],
    ["too many at once", '{"success":false,"message":"Too many requests"}', "throttled"],
    ["not ok, within", '{"body":{"success":false}}', "refused"],
    ["not ok, deep within", '[{"a":{"b":[{"ok":false}]}}]', "refused"],
    ["FormSubmit without Origin, or too many at once", NO_ORIGIN, "refused-or-throttled"],
    ["activation", '{"success":"false","message":"This form needs Activation."}', "needs-activation"],
    ["activation, within a list", '[{"success":"false","message":"needs Activation"}]', "needs-activation"],
    ["activation, on a page", "<p>This form needs Activation.", "needs-activation"],
    ["a challenge", "<title>Just a moment...</title>", "blocked"],
  ] as const)("a no: %s", (_name, body, expected) => {
    expect(classifyResponse(200, {}, body, false)).toBe(expected);
  });

  it("blocked when a bot shield's header says so, whatever the page says", () => {
    expect(classifyResponse(200, { "cf-mitigated": "challenge" }, "Hello", false)).toBe("blocked");
  });

  it.each([
    ["accepted", [200, 201, 202, 204]],
    ["unclear", [203, 205, 206, 207]],
    ["misconfigured", [300, 304, 404, 405, 410]],
    ["moved", [301, 308]],
    ["quota", [402]],
    ["redirected", [302, 303]],
    ["request-refused", [400, 413, 422]],
    ["blocked", [401, 403]],
    ["throttled", [408, 425, 429]],
    ["server-error", [500, 503, 521]],
  ] as const)("%s: a yes with the status %j", (expected, statuses) => {
    const classes = statuses.map((status) => classifyResponse(status, {}, '{"success":true}', true));
    expect(new Set(classes)).toEqual(new Set([expected]));
  });

  it("quota when a 429 speaks of a month, for an hour's wait would not help", () => {
    expect(classifyResponse(429, {}, "Monthly limit reached", true)).toBe("quota");
    expect(classifyResponse(503, {}, "Monthly limit reached", true)).toBe("server-error");
  });

  it.each([
    ["nothing, as from Basin", ""],
    ["JSON that says nothing", "null"],
    ["JSON that is cut off", '{"success":"true"'],
    ["could not", "The form could not be submitted successfully."],
    ["not, in bold", "Your form was <b>not</b> submitted successfully"],
    ["wasn't", "It wasn&#39;t submitted successfully"],
    ["hasn't been", "It hasn’t been submitted successfully"],
    ["never", "It has never been submitted successfully"],
    ["no form", "No form was submitted successfully"],
    ["if", "If the form was submitted successfully, you get a mail"],
    ["a script", "<script>say('The form was submitted successfully.')</script>"],
    ["a script that is cut off", "<script>say('The form was submitted successfully.')"],
    ...['{"ok":"maybe"}', '{"ok":1}', '{"status":"successful"}', '{"status":"ok"}'].map((body) => [
      body,
      body,
    ]),
  ])("presumed accepted, or unclear when the address promises JSON: %s", (_name, body = "") => {
    expect(classifyResponse(200, {}, body, true)).toBe("unclear");
    expect(classifyResponse(200, {}, body, false)).toBe("presumed-accepted");
  });
});

/** What a mail server said. */
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
  ["400 no", { command: "EHLO" }, "mail-greeting"],
  ["500 no", { command: "HELO" }, "mail-greeting"],
  ["", { command: "EHLO" }, "mail-unknown"],
  ["400 no", {}, "mail-deferred"],
  ["500 no", { command: "MAIL FROM" }, "mail-sender"],
  ["500 no", { command: "RCPT TO" }, "mail-recipient"],
  ["500 no", {}, "mail-refused"],
  ["", { code: "EENVELOPE" }, "mail-refused"],
  ["550 No (the next server: 550 5.7.1)", DATA, "mail-request-refused"],
] as const)("a mail server: %s %o is %s", (response, more, expected) => {
  expect(reply(response, more)).toBe(expected);
});

it.each([
  [{ class: "certificate", code: "CERT_HAS_EXPIRED" }, /certificate is expired, .* \(CERT_HAS_EXPIRED\)\. /],
  [{ class: "mail-certificate", code: "ERR_TLS_CERT_ALTNAME_INVALID" }, /certificate is for another name, /],
  [{ class: "certificate", code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not from an issuer that this server knows/],
  [
    { class: "moved", status: 301, location: "b.example/f" },
    /moved \(reply 301\)\. Set FORWARD_URL to b\.example\/f\.$/,
  ],
  [{ class: "mail-full", status: 552 }, /MAIL_TO is full \(reply 552\)\. /],
  [{ class: "of another version" }, /^It was not accepted\.$/],
])("advice: %o names the cause and the reply's code", (failure, expected) => {
  expect(adviceOf(failure)).toMatch(expected);
});
