import { defineConfig } from "vitest/config";
import unit from "../vitest.config";

/** The tests of functions alone: what starts a whole site is too slow to run for each mutant. */
export default defineConfig({
  ...unit,
  test: { ...unit.test, include: ["tests/unit/**/*.test.ts"], retry: 0 },
});
