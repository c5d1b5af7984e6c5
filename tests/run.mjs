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
import { playwrightResults, vitestResults } from "./results.mjs";

startClock();
if (process.env.TEST_DATE) console.log(`The tests begin at ${process.env.TEST_DATE}.`);
const folder = mkdtempSync(join(tmpdir(), "results-"));
/** @type {import("./results.mjs").Result[]} */
const results = [];

/**
 * Runs a command; what it prints is shown as a whole once it has ended. Its tests are counted or, if it reports none, it
 * counts as one itself; so does a runner that fails without a failed test (it could not start, say).
 *
 * @param {string} title
 * @param {string} command
 * @param {(report: any) => import("./results.mjs").Result[]} [read] what it writes to the file that RESULTS names
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
      results.push(...found);
      const ends = found.map(({ end }) => end);
      const isSilent = !ends.includes("failed") && (error || (read && !ends.includes("passed")));
      if (isSilent) results.push({ name: title, end: "failed" });
      else if (!read) results.push({ name: title, end: "passed" });
      resolve(!error);
    }),
  );
}

async function checks() {
  await run("lint and format", "npx biome check --error-on-warnings");
  await run("types", "npx tsc");
}

async function tests() {
  if (!(await run("build", "npm run build"))) return;
  await Promise.all([
    run("unit and HTTP tests", "npm run test:unit", vitestResults),
    run("browser tests, JavaScript on and off", "npm run test:e2e", playwrightResults),
  ]);
}

await Promise.all([checks(), tests()]);
rmSync(folder, { recursive: true });

/** @param {import("./results.mjs").Result["end"]} wanted */
const names = (wanted) => results.filter(({ end }) => end === wanted).map(({ name }) => name);
/** @param {string} heading @param {string[]} list */
const print = (heading, list) => {
  if (list.length > 0) console.log(`\n${heading}\n${list.map((name) => `  ${name}`).join("\n")}`);
};
const [passed, flaky, failed] = [names("passed"), names("flaky"), names("failed")];
if (names("skipped").length > 0)
  console.log(`\n${names("skipped").length} skipped; each says why in the output above or in its test.`);
print("Flaky, passed when run again:", flaky);
print("Failed:", failed);
console.log(`\n${passed.length + flaky.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
