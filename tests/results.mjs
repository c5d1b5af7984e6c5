/**
 * Reads the JSON reports of the two test runners.
 *
 * @typedef {object} Result
 * @property {number} passed with the flaky ones
 * @property {number} skipped
 * @property {string[]} failed names
 * @property {string[]} flaky names of those that failed, and passed when run again
 */
import { relative } from "node:path";

/** @returns {Result} */
const nothing = () => ({ passed: 0, skipped: 0, failed: [], flaky: [] });

/**
 * @param {any} report what `vitest --reporter=json` writes
 * @returns {Result}
 */
export function vitestResult(report) {
  const result = nothing();
  for (const { name: file, status: fileStatus, assertionResults } of report.testResults) {
    const names = assertionResults.flatMap((/** @type {any} */ { fullName, status, failureMessages }) => {
      const name = `${relative(process.cwd(), file)}: ${fullName}`;
      if (status === "passed") result.passed++;
      if (status === "passed" && failureMessages.length > 0) result.flaky.push(name);
      if (status === "skipped" || status === "pending" || status === "todo") result.skipped++;
      return status === "failed" ? [name] : [];
    });
    // A file can fail outside its tests, where it is loaded or in a hook.
    if (fileStatus === "failed" && names.length === 0) names.push(relative(process.cwd(), file));
    result.failed.push(...names);
  }
  return result;
}

/**
 * @param {any} report what Playwright's JSON reporter writes
 * @returns {Result}
 */
export function playwrightResult(report) {
  const result = nothing();
  const visit = (/** @type {any} */ suite) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { projectName, status } of tests) {
        const name = `${file}: ${title} (${projectName})`;
        if (status === "expected" || status === "flaky") result.passed++;
        if (status === "flaky") result.flaky.push(name);
        if (status === "unexpected") result.failed.push(name);
        if (status === "skipped") result.skipped++;
      }
    }
    for (const child of suite.suites ?? []) visit(child);
  };
  for (const suite of report.suites) visit(suite);
  return result;
}
