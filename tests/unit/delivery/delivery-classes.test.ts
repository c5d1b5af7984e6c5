import { describe, expect, it } from "vitest";
import {
  classifyResponse,
  DELIVERY_CLASSES,
  type DeliveryClass,
  ruleOf,
} from "~/quote/delivery/delivery-classes.server";

/** The usual responses are in tests/http/quote/forwarder-faults.test.ts; here is what else a service may say. */
describe("what a response means", () => {
  it.each([
    ["behind a byte order mark", '\uFEFF{"success":"true"}', "accepted"],
    ["within a list", '[{"success":"true"}]', "accepted"],
    ["and no error", '{"success":true,"error":null,"errors":[]}', "accepted"],
    ...["false", "0", '""', "{}"].map(
      (none) => [`and the error ${none}`, `{"success":true,"error":${none}}`, "accepted"] as const,
    ),
    ["done without errors", '{"success":true,"status":"no errors"}', "accepted"],
    ["in bold", "It was <b>submitted successfully</b>!", "accepted"],
    ["on two lines", "It was<br>submitted successfully.", "accepted"],
    [
      "on a page with a bot shield's script",
      "<p>The form was submitted successfully.</p><script src=/cdn-cgi/challenge-platform/x.js></script>",
      "accepted",
    ],
    ["with an error", '{"success":true,"error":"quota"}', "refused"],
    ["with errors", '{"success":true,"errors":[{"code":"X"}]}', "refused"],
    ["and a no in one list", '[{"success":true},{"success":false}]', "refused"],
    ["beside a no", '{"ok":true,"success":false}', "refused"],
    ["beside a failed status", '{"ok":true,"status":"failed"}', "refused"],
    ["and neither yes nor no where that belongs", '{"ok":true,"success":null}', "refused"],
  ] as const)("a yes %s", (_name, body, expected) => {
    expect(classifyResponse(200, {}, body, false)).toBe(expected);
  });

  it.each([
    ["just false", "false", "refused"],
    ["not ok", '{"ok":false}', "refused"],
    ["activation, within a list", '[{"success":"false","message":"needs Activation"}]', "needs-activation"],
    ["activation, on a page", "<p>This form needs Activation.", "needs-activation"],
    ["a challenge", "<title>Just a moment...</title>", "blocked"],
  ] as const)("a no: %s", (_name, body, expected) => {
    expect(classifyResponse(200, {}, body, false)).toBe(expected);
  });

  it.each([
    ["accepted", [200, 201, 202, 204]],
    ["unclear", [203, 205, 206, 207]],
    ["misconfigured", [300, 301, 304, 404, 405, 410]],
    ["redirected", [302, 303]],
  ] as const)("%s: a yes with the status %j", (expected, statuses) => {
    const classes = statuses.map((status) => classifyResponse(status, {}, '{"success":true}', true));
    expect(new Set(classes)).toEqual(new Set([expected]));
  });

  it.each([
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
  const names = Object.keys(DELIVERY_CLASSES) as DeliveryClass[];
  const where = (holds: (name: DeliveryClass) => unknown) => names.filter(holds);

  it("only what was accepted leaves; of that, what was not said to be is only presumed", () => {
    expect(where((name) => ruleOf(name).stored === "removed")).toEqual([
      "accepted",
      "presumed-accepted",
      "mail-accepted",
    ]);
    expect(where((name) => ruleOf(name).presumed)).toEqual(["presumed-accepted"]);
  });

  it("the operator is told what to do, and warned only of what may pass by itself", () => {
    expect(where((name) => ruleOf(name).level !== "info" && !ruleOf(name).advice)).toEqual([]);
    expect(where((name) => ruleOf(name).level === "info")).toEqual(["accepted", "mail-accepted"]);
    const passing =
      "presumed-accepted refused-or-throttled throttled server-error unreachable unknown mail-deferred mail-unreachable mail-unknown";
    expect(where((name) => ruleOf(name).level === "warn").join(" ")).toBe(passing);
  });

  it("the other requests are still tried where it may be about this one alone", () => {
    const ofRequest = ["refused", "request-refused", "mail-request-refused"];
    expect(where((name) => ruleOf(name).ofRequest)).toEqual(ofRequest);
  });

  it("the third attempt that may have arrived tells the operator of copies", () => {
    const copies = { level: "error", slow: true, advice: expect.stringContaining("copies") };
    for (const name of ["unknown", "mail-unknown"] as const) {
      expect(ruleOf(name, 2)).toMatchObject({ level: "warn" });
      expect(ruleOf(name, 3)).toMatchObject(copies);
    }
    expect(ruleOf("unreachable", 3)).toEqual(ruleOf("unreachable"));
  });
});
