import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAULTS } from "./faults";
import { loadProgram } from "./program";
import { playScenario } from "./scenario";

it("simulation: nothing lost, late, left or copied without a reason in 200 scenarios", async () => {
  const program = await loadProgram();
  const wrong: string[] = [];
  for (let seed = 1; seed <= 200; seed++) {
    const { problems } = await playScenario(program, seed);
    if (problems.length > 0) wrong.push(`npm run simulate -- --seed ${seed} --story`, ...problems);
  }
  expect(wrong).toEqual([]);
}, 600_000);

it("simulation: the same story, line by line, when a seed is played again", async () => {
  const program = await loadProgram();
  const [{ story }, again] = [await playScenario(program, 17), await playScenario(program, 17)];
  expect(story.length).toBeGreaterThan(50);
  expect(again.story).toEqual(story);
});

it.each(FAULTS)("simulation: its self-check can put a fault into the code ($name)", ({ edit }) => {
  expect(readFileSync(`app/${edit.file}`, "utf8").split(edit.from)).toHaveLength(2);
});
