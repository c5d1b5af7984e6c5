import { FAULTS } from "./faults";
import { loadProgram } from "./program";
import { playScenario, type Report } from "./scenario";

/** How many seeds may pass until a deliberate fault is noticed. */
export const SEEDS_FOR_A_FAULT = 300;

/** Plays the scenario of each seed, one after the other. */
export async function playSeeds(
  seeds: readonly number[],
  onReport: (report: Report) => unknown,
): Promise<void> {
  const program = await loadProgram();
  for (const seed of seeds) await onReport(await playScenario(program, seed));
}

/** Puts a fault into the code and plays scenarios until one has problems; undefined if none has. */
export async function findFault(number: number): Promise<Report | undefined> {
  const program = await loadProgram(FAULTS[number]?.edits);
  for (let seed = 1; seed <= SEEDS_FOR_A_FAULT; seed++) {
    const report = await playScenario(program, seed);
    if (report.problems.length > 0) return report;
  }
  return undefined;
}
