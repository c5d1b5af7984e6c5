import { defineConfig } from "vitest/config";
import unit from "../vitest.config";

/** It compares source files, which Stryker has changed. Tests that start a whole site are left out, too: they are too slow. */
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
