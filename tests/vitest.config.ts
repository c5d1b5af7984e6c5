import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { startClock } from "./clock.mjs";

startClock();

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const files = ["unit", "http", "simulation"].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${folder}/${name}`),
);
/** What replaces a module must load the modules anew that import it. */
const alone = files.filter((file) => readFileSync(at(`../${file}`), "utf8").includes("vi.mock("));
const together = files.filter((file) => !alone.includes(file));

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    // The others of a worker share the modules that they import: a fifth of a second less for each file.
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      { extends: true, test: { name: "together", include: together, isolate: false } },
    ],
    restoreMocks: true,
    setupFiles: [at("soon.ts")],
    // Wide enough for a machine that does much else. A test that fails once is run again, and named by run.mjs.
    testTimeout: 180_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    retry: 1,
    // Most of them wait. The browser tests, which run beside them, need the processors.
    maxWorkers: 3,
    reporters: process.env.RESULTS ? ["default", "json"] : ["default"],
    outputFile: { json: process.env.RESULTS ?? "" },
    css: false,
  },
});
