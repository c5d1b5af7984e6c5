import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { startClock } from "./clock.mjs";

startClock();

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const files = ["unit", "project", "http", "simulation"].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${folder}/${name}`),
);
/** What replaces a module must load the modules anew that import it. */
const isAlone = (file: string) => readFileSync(at(`../${file}`), "utf8").includes("vi.mock(");
const isUnit = (file: string) => /^tests\/(unit|project)\//.test(file);
const sites = files.filter((file) => !isUnit(file));

/** They take longest. By itself vitest begins with the largest files, and one of these was left alone at the end. */
const LONGEST =
  /simulation\.test|postgres\/(away|site|identity|proxy)|operator\/(doctor|outage)|server\/timeouts|quote\/(both|limits)/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    // The others of a worker share the modules that they import: a fifth of a second less for each file.
    projects: [
      { extends: true, test: { name: "alone", include: files.filter(isUnit).filter(isAlone) } },
      {
        extends: true,
        test: {
          ...{ name: "together", isolate: false },
          include: files.filter((file) => isUnit(file) && !isAlone(file)),
        },
      },
      { extends: true, test: { name: "sites", include: sites, isolate: false } },
    ],
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    setupFiles: [at("soon.ts")],
    testTimeout: 180_000,
    hookTimeout: 90_000,
    // Most of them wait. The browser tests, which run beside them, need the processors.
    maxWorkers: 3,
    reporters: process.env.RESULTS ? ["default", "json"] : ["default"],
    outputFile: { json: process.env.RESULTS ?? "" },
    css: false,
  },
});
