/**
 * The whole test run: build, types, lint, unit and HTTP tests, browser tests. Each of the first three counts as one
 * test. Ends with one line, "N passed, N failed", and status 1 if anything failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const results = mkdtempSync(join(tmpdir(), "results-"));
let passed = 0;
let failed = 0;
let skipped = 0;

/** @param {string} title @param {string[]} command @param {Record<string, string>} [env] */
function run(title, command, env = {}) {
  console.log(`\n── ${title}: ${command.join(" ")}`);
  const [program = "", ...args] = command;
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

/** @param {string} title @param {string[]} command */
function check(title, command) {
  const fine = run(title, command);
  if (fine) passed++;
  else failed++;
  return fine;
}

/**
 * Adds a runner's own counts. A runner that fails without a failed test (it could not start, say) counts as one failure.
 *
 * @param {boolean} fine
 * @param {string} file
 * @param {(report: any) => { passed: number, failed: number, skipped: number }} read
 */
function count(fine, file, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  passed += counts?.passed ?? 0;
  skipped += counts?.skipped ?? 0;
  failed += fine ? 0 : Math.max(1, counts?.failed ?? 0);
  if (fine && !counts?.passed) failed++;
}

const npx = (/** @type {string[]} */ ...args) => ["npx", ...args];

const built = check("build", ["npm", "run", "build"]);
check("types", npx("tsc"));
check("lint and format", npx("biome", "check", "--error-on-warnings"));

if (built) {
  const unit = join(results, "vitest.json");
  count(
    run(
      "unit and HTTP tests",
      npx(
        "vitest",
        "run",
        "--config",
        "tests/vitest.config.ts",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${unit}`,
      ),
    ),
    unit,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    }),
  );
  const browser = join(results, "playwright.json");
  count(
    run(
      "browser tests, JavaScript on and off",
      ["node", "tests/browser.mjs", "playwright", "test", "--config", "tests/playwright.config.ts"],
      { RESULTS: browser },
    ),
    browser,
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  );
}

rmSync(results, { recursive: true });
if (skipped > 0) console.log(`\n${skipped} skipped; each says why in the output above or in its test.`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
