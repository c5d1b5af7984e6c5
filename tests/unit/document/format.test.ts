import { expect, it } from "vitest";
import { capitalize, formatDeeds, formatList, numberWord } from "~/content/format";

it.each([
  [["Adams"], "Adams: one town"],
  [["Adams", "Bristol"], "Adams and Bristol: two towns"],
  [["Adams", "Bristol", "Clay"], "Adams, Bristol and Clay: three towns"],
  [Array(13).fill("A"), `${"A, ".repeat(11)}A and A: 13 towns`],
])("format: a sentence lists and counts %j as one would say it", (towns, sentence) => {
  const count = numberWord(towns.length);
  expect(`${formatList(towns)}: ${count} town${towns.length > 1 ? "s" : ""}`).toBe(sentence);
});

it.each([
  ["mend roofs and walls and paint fences", ["mend roofs", "paint fences", "mend walls"]],
  ["mend roofs", ["mend roofs"]],
  ["", []],
])("format: what a company does has each verb once: %s", (sentence, deeds) => {
  const does = deeds.map((deed) => ({ does: deed.split(" ") as [string, string] }));
  expect(formatDeeds([...does, {}])).toBe(sentence);
});

it("format: a number is capitalized when it begins a sentence", () => {
  expect(capitalize(numberWord(10))).toBe("Ten");
});
