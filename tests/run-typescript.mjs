/**
 * Runs a TypeScript program of the tests: `node tests/run-typescript.mjs tests/hostile/main.ts --seed 7`. Vite is there
 * for vitest already, and its runner is all that is needed.
 */
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [file = ""] = process.argv.splice(2, 1);
await runnerImport(`./${file}`, {
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "~": resolve("app") } },
});
