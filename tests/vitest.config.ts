import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    include: ["tests/unit/**/*.test.ts", "tests/http/**/*.test.ts"],
    setupFiles: [at("soon.ts")],
    // Wide enough for a machine that does much else. A test that fails once is run again, and named by run.mjs.
    testTimeout: 180_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 1,
    // Most of them wait: for a process to start, for a time to be over.
    maxWorkers: 4,
    reporters: process.env.RESULTS ? ["default", "json"] : ["default"],
    outputFile: { json: process.env.RESULTS ?? "" },
    css: false,
  },
});
