import { defineConfig } from "vitest/config";
import unit from "../vitest.config";

/** The tests that would notice a wrong line of each area. */
const TESTS: Record<string, string[]> = {
  http: ["unit/http", "unit/document", "http/server", "http/pages", "http/quote"],
  monitoring: ["unit/monitoring", "unit/quote/outbox", "http/operator"],
  cli: ["unit/cli", "http/operator", "http/postgres"],
};

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    projects: undefined,
    include: (TESTS[process.env.AREA ?? "http"] ?? []).map((folder) => `tests/${folder}/**/*.test.ts`),
    exclude: ["tests/http/operator/development.test.ts"],
    setupFiles: ["tests/soon.ts", "tests/mutation/switch-on.ts"],
    bail: 1,
  },
});
