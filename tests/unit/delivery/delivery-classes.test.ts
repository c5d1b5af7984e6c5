import { describe, expect, it } from "vitest";
import { classifyResponse } from "~/quote/delivery/classify-response.server";
import { DELIVERY_CLASSES, type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";

const SHIELDED =
  "<p>The form was submitted successfully.</p><script src=/cdn-cgi/challenge-platform/x.js></script>";

const json = (success: unknown, message = "") => JSON.stringify({ success, message });

describe("the operator's reading of an answer", () => {
  it.each([
    ["JSON true as a string", 200, {}, json("true"), "accepted"],
    ["JSON true as a boolean", 200, {}, json(true), "accepted"],
    ["JSON true with padding", 200, {}, `${json("true")}${" ".repeat(1000)}`, "accepted"],
    ["HTML that says submitted", 200, {}, "<h1>The form was submitted successfully.</h1>", "accepted"],
    ["activation", 200, {}, json("false", "This form needs Activation."), "needs-activation"],
    [
      "web server",
      200,
      {},
      json("false", "Make sure you open this page through a web server"),
      "refused-or-throttled",
    ],
    ["JSON false", 200, {}, json("false", "no"), "refused"],
    ["JSON false as a boolean, no message", 200, {}, '{"success":false}', "refused"],
    ["challenge header", 200, { "cf-mitigated": "challenge" }, "<html>", "blocked"],
    ["challenge page", 200, {}, "<title>Just a moment...</title>", "blocked"],
    ["activation asked for in HTML", 200, {}, "<p>This form needs Activation.", "needs-activation"],
    ["HTML that says submitted in bold", 200, {}, "It was <b>submitted successfully</b>!", "accepted"],
    ["HTML that says submitted on two lines", 200, {}, "It was<br>submitted successfully.", "accepted"],
    ["JSON true behind a byte order mark", 200, {}, `\uFEFF${json("true")}`, "accepted"],
    ["JSON true within a list", 200, {}, `[${json("true")}]`, "accepted"],
    ["JSON true and no error", 200, {}, '{"success":true,"error":null,"errors":[]}', "accepted"],
    ...["false", "0", '""', "{}"].map(
      (nothing) =>
        [
          `JSON true and the error ${nothing}`,
          200,
          {},
          `{"success":true,"error":${nothing}}`,
          "accepted",
        ] as const,
    ),
    ["JSON true, done without errors", 200, {}, '{"success":true,"status":"no errors"}', "accepted"],
    ["JSON false within a list", 200, {}, '[{"success":false}]', "refused"],
    ["one of two false", 200, {}, '[{"success":true},{"success":false}]', "refused"],
    ["JSON with an error", 200, {}, '{"error":"Form not found"}', "refused"],
    ["JSON with errors", 200, {}, '{"errors":[{"code":"X"}]}', "refused"],
    ["JSON true with an error", 200, {}, '{"success":true,"error":"quota"}', "refused"],
    ["JSON not ok", 200, {}, '{"ok":false}', "refused"],
    ["JSON of a failed status", 200, {}, '{"status":"error","message":"no"}', "refused"],
    ["just false", 200, {}, "false", "refused"],
    [
      "activation asked for within a list",
      200,
      {},
      `[${json("false", "needs Activation")}]`,
      "needs-activation",
    ],
    ["a page with the shield's script, submitted", 200, {}, SHIELDED, "accepted"],
    ...["201", "202", "204"].map((s) => [s, Number(s), {}, json("true"), "accepted"] as const),
    ...["203", "205", "206", "207"].map((s) => [s, Number(s), {}, json("true"), "unclear"] as const),
    ["multiple choices", 300, {}, "", "misconfigured"],
    ["moved for good", 301, {}, "", "misconfigured"],
    ["found", 302, {}, "", "redirected"],
    ["see other", 303, {}, "", "redirected"],
    ["not modified", 304, {}, "", "misconfigured"],
    ["unauthorized", 401, {}, "", "blocked"],
    ["forbidden", 403, {}, json("true"), "blocked"],
    ["not found", 404, {}, "", "misconfigured"],
    ["wrong method", 405, {}, "", "misconfigured"],
    ["gone", 410, {}, "", "misconfigured"],
    ["bad request", 400, {}, "", "request-refused"],
    ["too large", 413, {}, "", "request-refused"],
    ["unprocessable", 422, {}, "", "request-refused"],
    ["request timeout", 408, {}, "", "throttled"],
    ["too early", 425, {}, "", "throttled"],
    ["too many", 429, {}, "", "throttled"],
    ["server error", 500, {}, json("true"), "server-error"],
    ["web server down", 521, {}, "", "server-error"],
  ] as const)("%s", (_name, status, headers, body, expected) => {
    for (const promisesJson of [true, false]) {
      expect(classifyResponse(status, headers, body, promisesJson)).toBe(expected);
    }
  });

  it.each([
    ["other HTML", "<!doctype html><p>hello"],
    ["text", "ok"],
    ["nothing", ""],
    ["JSON that says nothing", "null"],
    ["JSON that is cut off", '{"success":"true"'],
    ["a parked domain", "<h1>This domain is for sale</h1>"],
    ["could not", "The form could not be submitted successfully."],
    ["not", "Your form was not submitted successfully"],
    ["not, in bold", "Your form was <b>not</b> submitted successfully"],
    ["wasn't", "It wasn&#39;t submitted successfully"],
    ["hasn't been", "It hasn’t been submitted successfully"],
    ["never", "It has never been submitted successfully"],
    ["no form", "No form was submitted successfully"],
    ["if", "If the form was submitted successfully, you get a mail"],
    ["a script", "<script>say('The form was submitted successfully.')</script>"],
    ["a script that is cut off", "<script>say('The form was submitted successfully.')"],
  ])("presumes an unclear answer to be a yes only where the address promises no JSON: %s", (_name, body) => {
    expect(classifyResponse(200, {}, body, true)).toBe("unclear");
    expect(classifyResponse(200, {}, body, false)).toBe("presumed-accepted");
  });
});

it("tells a visitor of success only where the request was taken or is kept", () => {
  for (const name of Object.keys(DELIVERY_CLASSES) as DeliveryClass[]) {
    const rule = ruleOf(name);
    const removed = ["accepted", "presumed-accepted", "mail-accepted"].includes(name);
    expect(rule.stored, name).toBe(removed ? "removed" : "kept");
    if (rule.level !== "info") expect(rule.advice, `${name} tells the operator what to do`).toBeTruthy();
  }
});

it("presumes only what was not said to be accepted", () => {
  expect(ruleOf("presumed-accepted").presumed).toBe(true);
  for (const name of ["accepted", "mail-accepted"] as const) expect(ruleOf(name).presumed).toBeUndefined();
});

it("warns of what may pass by itself, and calls an error what somebody must see to", () => {
  const names = Object.keys(DELIVERY_CLASSES) as DeliveryClass[];
  expect(names.filter((name) => ruleOf(name).level === "warn")).toEqual([
    "presumed-accepted",
    "refused-or-throttled",
    "throttled",
    "server-error",
    "unreachable",
    "unknown",
    "mail-deferred",
    "mail-unreachable",
    "mail-unknown",
  ]);
  expect(names.filter((name) => ruleOf(name).level === "info")).toEqual(["accepted", "mail-accepted"]);
});

it("takes an answer for one about this request alone only where it may be", () => {
  const names = Object.keys(DELIVERY_CLASSES) as DeliveryClass[];
  expect(names.filter((name) => ruleOf(name).ofRequest)).toEqual([
    "refused",
    "request-refused",
    "mail-request-refused",
  ]);
});

it("tells the operator of copies from the third attempt whose answer nobody could read", () => {
  for (const name of ["unknown", "mail-unknown"] as const) {
    expect(ruleOf(name, 2)).toMatchObject({ level: "warn" });
    expect(ruleOf(name, 3)).toMatchObject({
      level: "error",
      slow: true,
      advice: expect.stringContaining("copies"),
    });
  }
  expect(ruleOf("unreachable", 3)).toEqual(ruleOf("unreachable"));
});
