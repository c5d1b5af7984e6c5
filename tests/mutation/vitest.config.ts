import { defineConfig } from "vitest/config";
import unit from "../vitest.config";

/** The tests of functions alone: what starts a whole site is too slow to run for each mutant, and a mutant is not what the files say. */
const ABOUT_FILES = ["tests/unit/config/config.test.ts"];

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    projects: undefined,
    include: ["tests/unit/**/*.test.ts"],
    exclude: ABOUT_FILES,
  },
});
