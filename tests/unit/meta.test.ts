import { expect, it } from "vitest";
import { titleMeta } from "~/site/pages";

it.each([
  ["Contact Us", "Hometown Excavating", "Contact Us | Hometown Excavating"],
  ["Contact Us", undefined, "Contact Us"],
  ["x".repeat(30), "y".repeat(27), `${"x".repeat(30)} | ${"y".repeat(27)}`],
  ["x".repeat(30), "y".repeat(28), "x".repeat(30)],
])("the title %s with the company %s is at most 60 characters: %s", (title, name, full) => {
  const matches = name ? [{ id: "root", data: { business: { name } } }] : [];
  expect(titleMeta(title)({ matches } as unknown as Parameters<ReturnType<typeof titleMeta>>[0])).toEqual([
    { title: full },
  ]);
});
