import { defineConfig } from "vitest/config";
import unit from "../vitest.config";

/** Tests of functions, and some scenarios: to start a whole site for each mutant is too slow. A mutant is not what the files say. */
const ABOUT_FILES = ["tests/unit/config/config.test.ts"];

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    projects: undefined,
    include: ["tests/unit/**/*.test.ts", "tests/mutation/simulation.test.ts"],
    exclude: ABOUT_FILES,
  },
});
