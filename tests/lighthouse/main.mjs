/**
 * `npm run lighthouse`: Lighthouse's mobile run (a slow phone on slow 4G, simulated) over every page of the last build,
 * five times each, and the median of each figure. Ends with status 1 where a page misses its limits. The pages take
 * turns, so that a busy minute of the machine meets all of them. `npm run lighthouse -- /contact` takes one page.
 */
import { availableParallelism, loadavg } from "node:os";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startSite } from "../start-site";

const PAGES = ["/", "/about", "/services", "/contact", "/privacy-policy", "/terms-of-service"];
const RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Milliseconds. */
const LIMITS = { "LCP ms": 1300, "TBT ms": 50 };
const METRICS = {
  "FCP ms": "first-contentful-paint",
  "LCP ms": "largest-contentful-paint",
  "TBT ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
};
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
FLAGS.push("--disable-component-update", "--disable-sync", "--no-first-run");

const site = await startSite();
const pages = process.argv.length > 2 ? process.argv.slice(2) : PAGES;
/** @type {Record<string, Record<string, number>[]>} */
const runs = {};
for (let run = 0; run < RUNS; run++)
  for (const page of pages) runs[page] = [...(runs[page] ?? []), await measure(page)];

const missed = [];
for (const page of pages) {
  const all = runs[page] ?? [];
  const middle = Object.keys(all[0] ?? {}).map((figure) => {
    const sorted = all.map((each) => each[figure] ?? 0).sort((a, b) => a - b);
    return [figure, sorted[RUNS >> 1]];
  });
  /** @type {Record<string, number>} */
  const row = Object.fromEntries(middle);
  console.log(page, row);
  for (const [figure, limit] of Object.entries(LIMITS))
    if ((row[figure] ?? 0) > limit) missed.push(`${page}: ${figure} ${row[figure]}, over ${limit}`);
  for (const name of CATEGORIES) if (row[name] !== 100) missed.push(`${page}: ${name} ${row[name]}`);
}
console.log(`Median of ${RUNS} runs. Load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`);
for (const miss of missed) console.log(`MISSED  ${miss}`);
process.exit(missed.length > 0 ? 1 : 0);

/**
 * One run with a browser of its own, so that nothing is in a cache. One that the browser did not record (it happens, and
 * Lighthouse says so) is made again.
 *
 * @param {string} page
 * @param {number} again how many times at most
 * @returns {Promise<Record<string, number>>} scores from 0 to 100, times in milliseconds
 */
async function measure(page, again = 2) {
  const browser = await launch({ chromePath: process.env.CHROMIUM_PATH, chromeFlags: FLAGS });
  const flags = { port: browser.port, onlyCategories: CATEGORIES };
  const { lhr } = (await lighthouse(site.url + page, flags).finally(() => browser.kill())) ?? {};
  const isWhole = Object.values(METRICS).every((id) => lhr?.audits[id]?.numericValue !== undefined);
  if (!lhr || lhr.runtimeError || !isWhole) {
    if (again === 0) throw new Error(`${page}: ${lhr?.runtimeError?.message ?? "not all was measured"}`);
    return measure(page, again - 1);
  }
  for (const { id, weight } of Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs))
    if (weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      console.log(`${page}: ${id} ${lhr.audits[id]?.score}`);
  const scores = CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]);
  const figures = Object.entries(METRICS).map(([name, id]) => [name, lhr.audits[id]?.numericValue]);
  return Object.fromEntries([
    ...scores,
    ...figures.map(([name, value]) => [name, Number(Number(value).toFixed(3))]),
  ]);
}
