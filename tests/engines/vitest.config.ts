import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One browser at a time: each of them takes a machine for itself. */
export default defineConfig({
  root: at("../.."),
  test: {
    include: ["tests/engines/*.test.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: false,
  },
});
