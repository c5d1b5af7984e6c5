/**
 * The whole test run: build, types, lint, unit and HTTP tests, browser tests. Each of the first three counts as one
 * test. It ends with the names of the failed and the flaky tests and one line, "N passed, N failed"; status 1 if
 * anything failed. A flaky test failed once and passed when it was run again: it counts as passed.
 *
 * Most HTTP tests wait and most browser tests compute, so the two run side by side. What does not fill the screen line
 * by line is printed when it has ended.
 */
import { exec } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClock } from "./clock.mjs";
import { playwrightResult, vitestResult } from "./results.mjs";

startClock();
if (process.env.TEST_DATE) console.log(`The tests begin at ${process.env.TEST_DATE}.`);
const results = mkdtempSync(join(tmpdir(), "results-"));
/** @type {import("./results.mjs").Result} */
const total = { passed: 0, skipped: 0, failed: [], flaky: [] };

/**
 * Runs a command; what it prints is shown as a whole once it has ended.
 *
 * @param {string} title
 * @param {string} command
 * @param {Record<string, string>} [env]
 * @returns {Promise<boolean>} whether it ended with status 0
 */
function run(title, command, env = {}) {
  const began = performance.now();
  const options = { env: { ...process.env, ...env }, maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve) =>
    exec(`${command} 2>&1`, options, (error, printed) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`\n── ${title}, ${seconds} s: ${command}\n${printed}`);
      resolve(!error);
    }),
  );
}

/** @param {string} title @param {string} command */
async function check(title, command) {
  const fine = await run(title, command);
  if (fine) total.passed++;
  else total.failed.push(title);
  return fine;
}

/**
 * Runs tests and adds their result. A runner that fails without a failed test (it could not start, say) counts as one
 * failure.
 *
 * @param {string} title
 * @param {string} command
 * @param {(report: any) => import("./results.mjs").Result} read what it writes to the file that RESULTS names
 */
async function suite(title, command, read) {
  const file = join(results, `${title}.json`);
  const fine = await run(title, command, { RESULTS: file });
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

async function checks() {
  await check("lint and format", "npx biome check --error-on-warnings");
  await check("types", "npx tsc");
}

async function tests() {
  if (!(await check("build", "npm run build"))) return;
  await Promise.all([
    suite("unit and HTTP tests", "npm run test:unit", vitestResult),
    suite("browser tests, JavaScript on and off", "npm run test:e2e", playwrightResult),
  ]);
}

await Promise.all([checks(), tests()]);

rmSync(results, { recursive: true });
if (total.skipped > 0)
  console.log(`\n${total.skipped} skipped; each says why in the output above or in its test.`);
list("Flaky, passed when run again:", total.flaky);
list("Failed:", total.failed);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exit(total.failed.length === 0 ? 0 : 1);
