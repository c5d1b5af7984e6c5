/**
 * The whole test run: build, types, lint, unit and HTTP tests, browser tests. Each of the first three counts as one
 * test. It ends with the names of the failed and the flaky tests and one line, "N passed, N failed"; status 1 if
 * anything failed. A flaky test failed once and passed when it was run again: it counts as passed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playwrightResult, vitestResult } from "./results.mjs";

const results = mkdtempSync(join(tmpdir(), "results-"));
/** @type {import("./results.mjs").Result} */
const total = { passed: 0, skipped: 0, failed: [], flaky: [] };

/** @param {string} title @param {string[]} command @param {Record<string, string>} [env] */
function run(title, command, env = {}) {
  console.log(`\n── ${title}: ${command.join(" ")}`);
  const [program = "", ...args] = command;
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

/** @param {string} title @param {string[]} command */
function check(title, command) {
  const fine = run(title, command);
  if (fine) total.passed++;
  else total.failed.push(title);
  return fine;
}

/**
 * Adds a runner's own result. A runner that fails without a failed test (it could not start, say) counts as one failure.
 *
 * @param {string} title
 * @param {boolean} fine
 * @param {string} file
 * @param {(report: any) => import("./results.mjs").Result} read
 */
function add(title, fine, file, read) {
  const result = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  total.passed += result?.passed ?? 0;
  total.skipped += result?.skipped ?? 0;
  total.flaky.push(...(result?.flaky ?? []));
  const failed = result?.failed ?? [];
  const silent = failed.length === 0 && (!fine || !result?.passed);
  total.failed.push(...(silent ? [`${title}: the runner itself`] : failed));
}

/** @param {string} heading @param {string[]} names */
function list(heading, names) {
  if (names.length > 0) console.log(`\n${heading}\n${names.map((name) => `  ${name}`).join("\n")}`);
}

const npx = (/** @type {string[]} */ ...args) => ["npx", ...args];

const built = check("build", ["npm", "run", "build"]);
check("types", npx("tsc"));
check("lint and format", npx("biome", "check", "--error-on-warnings"));

if (built) {
  const unit = join(results, "vitest.json");
  const units = npx("vitest", "run", "--config", "tests/vitest.config.ts", "--reporter=default");
  units.push("--reporter=json", `--outputFile.json=${unit}`);
  add("unit and HTTP tests", run("unit and HTTP tests", units), unit, vitestResult);

  const browser = join(results, "playwright.json");
  const browsers = [
    "node",
    "tests/browser.mjs",
    "playwright",
    "test",
    "--config",
    "tests/playwright.config.ts",
  ];
  const title = "browser tests, JavaScript on and off";
  add(title, run(title, browsers, { RESULTS: browser }), browser, playwrightResult);
}

rmSync(results, { recursive: true });
if (total.skipped > 0)
  console.log(`\n${total.skipped} skipped; each says why in the output above or in its test.`);
list("Flaky, passed when run again:", total.flaky);
list("Failed:", total.failed);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exit(total.failed.length === 0 ? 0 : 1);
