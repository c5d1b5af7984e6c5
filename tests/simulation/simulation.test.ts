import { expect, it } from "vitest";
import { playSeeds } from "./run";
import type { Report } from "./scenario";

const play = async (seeds: readonly number[]) => {
  const reports: Report[] = [];
  await playSeeds(seeds, (report) => reports.push(report));
  return reports;
};

it("simulation: nothing lost, late, left or copied without a reason in 200 scenarios", {
  retry: 0,
}, async () => {
  const reports = await play(Array.from({ length: 200 }, (_, index) => index + 1));
  const wrong = reports.filter(({ problems }) => problems.length > 0);
  expect(
    wrong.map(({ seed, problems }) => [`npm run simulate -- --seed ${seed} --story`, ...problems]),
  ).toEqual([]);
});

it("simulation: the same story, line by line, when a seed is played again", { retry: 0 }, async () => {
  const [first, second] = await play([17, 17]);
  expect(second?.story).toEqual(first?.story);
  expect(first?.story.length).toBeGreaterThan(50);
});
