import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

/** One browser at a time: each of them takes a machine for itself. */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: { include: ["tests/engines/*.test.ts"], fileParallelism: false, ...timeouts, css: false },
});
