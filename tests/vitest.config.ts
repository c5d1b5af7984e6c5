import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    include: ["tests/unit/**/*.test.ts", "tests/http/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    css: false,
  },
});
