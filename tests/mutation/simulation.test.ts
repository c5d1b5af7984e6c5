import { expect, it } from "vitest";
import { loadProgram } from "../simulation/program";
import { playScenario } from "../simulation/scenario";

/** A mutant must not wait for all the scenarios of `npm test`: these few end with the first that goes wrong. */
it("simulation: nothing lost, late, left or copied without a reason in 60 scenarios", async () => {
  const program = await loadProgram();
  for (let seed = 1; seed <= 60; seed++) expect((await playScenario(program, seed)).problems).toEqual([]);
}, 60_000);
