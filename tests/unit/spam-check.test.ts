import { expect, it } from "vitest";
import { spamReason } from "~/quote/submit/validate.server";

it("marks a form whose hidden field was filled, and none that lacks it", () => {
  expect(spamReason({ honeypot: "x" })).toBe("hidden field filled");
  expect(spamReason({ honeypot: "" })).toBeUndefined();
  expect(spamReason({ honeypot: " \n" })).toBeUndefined();
});
