/**
 * Reads the JSON reports of the two test runners.
 *
 * @typedef {object} Result what came of one test; "flaky": it failed, and passed when it was run again
 * @property {string} name
 * @property {"passed" | "flaky" | "failed" | "skipped"} end
 */
import { relative } from "node:path";

/**
 * @param {any} report what `vitest --reporter=json` writes
 * @returns {Result[]}
 */
export const vitestResults = (report) =>
  report.testResults.flatMap((/** @type {any} */ { name, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const results = assertionResults.map((/** @type {any} */ { fullName, status, failureMessages }) => {
      const isFlaky = status === "passed" && failureMessages.length > 0;
      const end = isFlaky ? "flaky" : status === "passed" || status === "failed" ? status : "skipped";
      return { name: `${file}: ${fullName}`, end };
    });
    // A file can fail outside its tests, where it is loaded or in a hook.
    const isSilent =
      status === "failed" && results.every((/** @type {Result} */ { end }) => end !== "failed");
    return isSilent ? [...results, { name: file, end: "failed" }] : results;
  });

/** @type {Record<string, Result["end"]>} */
const ENDS = { expected: "passed", flaky: "flaky", unexpected: "failed", skipped: "skipped" };

/**
 * @param {any} report what Playwright's JSON reporter writes, or a suite in it
 * @returns {Result[]}
 */
export const playwrightResults = ({ specs = [], suites = [] }) => [
  ...specs.flatMap((/** @type {any} */ { title, file, tests }) =>
    tests.map((/** @type {any} */ { projectName, status }) => ({
      name: `${file}: ${title} (${projectName})`,
      end: ENDS[status],
    })),
  ),
  ...suites.flatMap(playwrightResults),
];
