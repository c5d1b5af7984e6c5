import { expect, it } from "vitest";
import { spamMark } from "~/quote/submit/spam-check.server";

it("marks a form whose hidden field was filled, and none that lacks it", () => {
  expect(spamMark({ trap: "x" })).toBe("hidden field filled");
  expect(spamMark({ trap: "" })).toBeUndefined();
  expect(spamMark({ trap: " \n" })).toBeUndefined();
});
