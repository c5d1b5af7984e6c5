import { expect, it } from "vitest";
import { capitalized, listed, numberWord } from "~/contractor-kit/words";

it.each([
  [["Adams"], "Adams: one town"],
  [["Adams", "Bristol"], "Adams and Bristol: two towns"],
  [["Adams", "Bristol", "Clay"], "Adams, Bristol and Clay: three towns"],
  [Array(13).fill("A"), `${"A, ".repeat(11)}A and A: 13 towns`],
])("a sentence lists and counts %j as one would say it", (towns, sentence) => {
  const count = numberWord(towns.length);
  expect(`${listed(towns)}: ${count} town${towns.length > 1 ? "s" : ""}`).toBe(sentence);
});

it("a number may begin a sentence", () => {
  expect(capitalized(numberWord(10))).toBe("Ten");
});
