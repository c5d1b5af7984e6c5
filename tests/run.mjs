/**
 * The whole test run: build, types, lint, unit and HTTP tests, browser tests. Each of the first three counts as one
 * test. It ends with the names of the failed tests and one line, "N passed, N failed"; status 1 if anything failed.
 *
 * `npm test -- quote` runs what has "quote" in its path or, of the browser tests, its title.
 *
 * Most HTTP tests wait and most browser tests compute, so the two run side by side. What does not fill the screen line
 * by line is printed when it has ended.
 */
import { exec } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { startClock } from "./clock.mjs";

startClock();
/** What the path or the title of a test has. Empty: every one runs. */
const [area = ""] = process.argv.slice(2);
if (process.env.TEST_DATE) console.log(`The tests begin at ${process.env.TEST_DATE}.`);
const folder = mkdtempSync(join(tmpdir(), "results-"));
/** The names of all tests by how they ended. @type {Record<"passed" | "failed" | "skipped", string[]>} */
const results = { passed: [], failed: [], skipped: [] };
let ran = 0;
/** What the two runners call that. @type {Record<string, keyof typeof results>} */
const ENDS = { passed: "passed", failed: "failed", expected: "passed", unexpected: "failed" };
/** @typedef {[name: string, end: string]} Result */

/** What `vitest --reporter=json` writes. @param {any} report @returns {Result[]} */
const ofVitest = ({ testResults }) =>
  testResults.flatMap((/** @type {any} */ { name, status, assertionResults }) => {
    const file = relative(".", name);
    /** @type {Result[]} */
    const ends = assertionResults.map((/** @type {any} */ test) => [
      `${file}: ${test.fullName}`,
      test.status,
    ]);
    // If a hook or an import fails, no test does: the file is named.
    if (status === "failed" && !ends.some(([, end]) => end === "failed")) ends.push([file, status]);
    return ends;
  });

/** What Playwright's JSON reporter writes, or a suite in it. @param {any} report @returns {Result[]} */
const ofPlaywright = ({ specs = [], suites = [] }) => [
  ...specs.flatMap((/** @type {any} */ { title, file, tests }) =>
    tests.map((/** @type {any} */ { projectName, status }) => [`${file}: ${title} (${projectName})`, status]),
  ),
  ...suites.flatMap(ofPlaywright),
];

/**
 * Runs a command; what it prints is shown as a whole once it has ended. Its tests are counted or, if it reports none, it
 * counts as one itself; so does a runner that fails without a failed test (it could not start, say).
 *
 * @param {string} title
 * @param {string} command
 * @param {(report: any) => Result[]} [read] what it writes to the file that RESULTS names
 * @returns {Promise<boolean>} whether it ended with status 0
 */
function run(title, command, read) {
  const began = performance.now();
  const RESULTS = join(folder, `${title}.json`);
  const env = read ? { ...process.env, RESULTS } : process.env;
  return new Promise((resolve) =>
    exec(`${command} 2>&1`, { env, maxBuffer: Number.POSITIVE_INFINITY }, (error, printed) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`\n── ${title}, ${seconds} s: ${command}\n${printed}`);
      const found = read && existsSync(RESULTS) ? read(JSON.parse(readFileSync(RESULTS, "utf8"))) : [];
      for (const [name, end] of found) results[ENDS[end] ?? "skipped"].push(name);
      const ends = found.map(([, end]) => ENDS[end]);
      const isSilent = !ends.includes("failed") && (error || (read && !area && !ends.includes("passed")));
      ran += found.length;
      if (isSilent) results.failed.push(title);
      else if (!read) results.passed.push(title);
      resolve(!error);
    }),
  );
}

async function checks() {
  await run("lint and format", "npx biome check --error-on-warnings");
  await run("types", "npx tsc");
}

async function tests() {
  // What was just installed and built is written first: a site gives its disk three seconds.
  if (!(await run("build", "npm run build && sync"))) return;
  await Promise.all([
    run("unit and HTTP tests", `npm run test:unit ${area && `-- --passWithNoTests ${area}`}`, ofVitest),
    run(
      "browser tests, JavaScript on and off",
      `npm run test:e2e ${area && `-- --pass-with-no-tests -g ${area}`}`,
      ofPlaywright,
    ),
  ]);
}

await Promise.all([checks(), tests()]);
rmSync(folder, { recursive: true });

const { passed, failed, skipped } = results;
if (ran === 0) failed.push(`no test ran${area && `: none has "${area}" in its path or title`}`);
if (skipped.length > 0)
  console.log(`\n${skipped.length} skipped; each says why in the output above or in its test.`);
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
console.log(`\n${passed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
