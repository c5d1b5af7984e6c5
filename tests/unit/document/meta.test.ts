import { expect, it } from "vitest";
import { fullTitle } from "~/urls/pages";

it.each([
  ["Contact Us", "Hometown Excavating", "Contact Us | Hometown Excavating"],
  ["Contact Us", undefined, "Contact Us"],
  ["x".repeat(30), "y".repeat(27), `${"x".repeat(30)} | ${"y".repeat(27)}`],
  ["x".repeat(30), "y".repeat(28), "x".repeat(30)],
])("title: %s with the company %s is at most 60 characters: %s", (title, company, full) => {
  expect(fullTitle(title, company)).toBe(full);
});
