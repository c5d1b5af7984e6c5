import { describe, expect, it } from "vitest";
import { classifyResponse } from "~/quote/delivery/channels/classify.server";
import { policyOf, RESPONSE_CLASSES, type ResponseClass } from "~/quote/lifecycle/response-classes.server";

/** What the services in docs/forwarding-services.md respond, and what else one may say. */
describe("what a response means", () => {
  it.each([
    ["Formspree", '{"next":"/thanks","ok":true}'],
    ["Formcarry", '{"code":200,"status":"success","title":"Thank you"}'],
    ["Basin, where it says so", '{"success":true}'],
    ["behind a byte order mark", '\uFEFF{"success":"true"}'],
    ["within a list", '[{"success":"true"}]'],
    ["and no error", '{"success":true,"error":null,"errors":[]}'],
    ...["false", "0", '""', "{}"].map((none) => [`the error ${none}`, `{"success":true,"error":${none}}`]),
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
    [
      "FormSubmit without Origin, or too many at once",
      '{"success":"false","message":"Make sure you open this page through a web server"}',
      "refused-or-throttled",
    ],
    ["activation", '{"success":"false","message":"This form needs Activation."}', "needs-activation"],
    ["activation, within a list", '[{"success":"false","message":"needs Activation"}]', "needs-activation"],
    ["activation, on a page", "<p>This form needs Activation.", "needs-activation"],
    ["a challenge", "<title>Just a moment...</title>", "blocked"],
  ] as const)("a no: %s", (_name, body, expected) => {
    expect(classifyResponse(200, {}, body, false)).toBe(expected);
  });

  it("a bot shield's header is a challenge, whatever the page says", () => {
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
  ])("neither yes nor no is a yes only where the address promises no JSON: %s", (_name, body = "") => {
    expect(classifyResponse(200, {}, body, true)).toBe("unclear");
    expect(classifyResponse(200, {}, body, false)).toBe("presumed-accepted");
  });
});

describe("what follows from an attempt", () => {
  const where = (holds: (rule: ReturnType<typeof policyOf>) => unknown) =>
    (Object.keys(RESPONSE_CLASSES) as ResponseClass[]).filter((name) => holds(policyOf(name))).join(" ");

  it("only what was accepted leaves; of that, what was not said to be is only presumed", () => {
    const accepted = "accepted presumed-accepted mail-accepted";
    expect(where((rule) => rule.accepted)).toBe(accepted);
    expect(where(({ presumed }) => presumed)).toBe("presumed-accepted");
  });

  it("the operator is told what to do, and warned only of what may pass by itself", () => {
    expect(where(({ level, advice }) => level !== "info" && !advice)).toBe("");
    expect(policyOf("refused").advice).toContain("did not accept the request");
    expect(policyOf("blocked").advice).toContain("bot protection blocks this server");
    expect(policyOf("misconfigured").advice).toContain("does not know this form");
    expect(where(({ level }) => level === "info")).toBe("accepted mail-accepted");
    const passing =
      "presumed-accepted refused-or-throttled throttled server-error unreachable unknown mail-deferred mail-unreachable mail-unknown";
    expect(where(({ level }) => level === "warn")).toBe(passing);
  });

  it("the other requests are still tried where it may be about this one alone", () => {
    expect(where(({ causedByContent }) => causedByContent)).toBe(
      "refused request-refused mail-request-refused",
    );
  });

  it("the third attempt that may have arrived tells the operator of copies", () => {
    const copies = { level: "error", needsOperator: true, advice: expect.stringContaining("copies") };
    for (const name of ["unknown", "mail-unknown"] as const) {
      expect(policyOf(name, 2)).toMatchObject({ level: "warn" });
      expect(policyOf(name, 3)).toMatchObject(copies);
    }
    expect(policyOf("unreachable", 3)).toEqual(policyOf("unreachable"));
  });
});
