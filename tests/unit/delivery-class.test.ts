import { describe, expect, it } from "vitest";
import { DELIVERY_CLASSES } from "~/quote/delivery-class.server";
import { classifyAnswer } from "~/quote/read-answer.server";

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
    [
      "JSON behind a byte order mark",
      200,
      {},
      `\uFEFF${json("false", "needs Activation")}`,
      "needs-activation",
    ],
    ["other HTML", 200, {}, "<!doctype html><p>hello", "presumed-accepted"],
    ["text", 200, {}, "ok", "presumed-accepted"],
    ["nothing", 200, {}, "", "presumed-accepted"],
    ["JSON that says nothing", 200, {}, "null", "presumed-accepted"],
    ["another 2xx", 202, {}, json("true"), "accepted"],
    ["moved", 302, {}, "", "redirected"],
    ["not modified", 304, {}, "", "redirected"],
    ["unauthorized", 401, {}, "", "blocked"],
    ["forbidden", 403, {}, json("true"), "blocked"],
    ["not found", 404, {}, "", "misconfigured"],
    ["unprocessable", 422, {}, "", "misconfigured"],
    ["request timeout", 408, {}, "", "throttled"],
    ["too early", 425, {}, "", "throttled"],
    ["too many", 429, {}, "", "throttled"],
    ["server error", 500, {}, json("true"), "server-error"],
    ["web server down", 521, {}, "", "server-error"],
  ])("%s", (_name, status, headers, body, expected) => {
    expect(classifyAnswer(status, headers, body)).toBe(expected);
  });
});

it("tells a visitor of success only where the request was taken or is kept", () => {
  for (const [name, rule] of Object.entries(DELIVERY_CLASSES)) {
    const removed = ["accepted", "presumed-accepted", "mail-accepted"].includes(name);
    expect(rule.stored, name).toBe(removed ? "removed" : "kept");
    if (rule.level !== "info") expect(rule.advice, `${name} tells the operator what to do`).toBeTruthy();
  }
});
