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
/** Milliseconds. The contact page runs React at once, for its form. */
const LIMITS = { lcp: 1300, tbt: 50, tbtContact: 100 };
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
FLAGS.push("--disable-component-update", "--disable-sync", "--no-first-run");

const site = await startSite();
const pages = process.argv.length > 2 ? process.argv.slice(2) : PAGES;
/** @type {Record<string, Record<string, number>[]>} */
const runs = {};
for (let run = 0; run < RUNS; run++)
  for (const page of pages) runs[page] = [...(runs[page] ?? []), await measure(page)];

/** @type {Record<string, Record<string, number>>} */
const table = {};
const missed = [];
for (const [page, all] of Object.entries(runs)) {
  const row = Object.fromEntries(
    Object.keys(all[0] ?? {}).map((figure) => [figure, median(all.map((each) => each[figure] ?? 0))]),
  );
  table[page] = row;
  for (const category of CATEGORIES)
    if (row[category] !== 100) missed.push(`${page}: ${category} ${row[category]}`);
  const tbt = page === "/contact" ? LIMITS.tbtContact : LIMITS.tbt;
  if ((row["LCP ms"] ?? 0) > LIMITS.lcp) missed.push(`${page}: LCP ${row["LCP ms"]} ms, over ${LIMITS.lcp}`);
  if ((row["TBT ms"] ?? 0) > tbt) missed.push(`${page}: TBT ${row["TBT ms"]} ms, over ${tbt}`);
}
console.table(table);
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
  try {
    const result = await lighthouse(site.url + page, { port: browser.port, onlyCategories: CATEGORIES });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? "no result");
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
    for (const category of Object.values(categories))
      for (const { id, weight } of category.auditRefs) {
        const score = audits[id]?.score;
        if (weight > 0 && typeof score === "number" && score < 0.9) console.log(`${page}: ${id} ${score}`);
      }
    /** @param {string} id */
    const figure = (id) => {
      const { numericValue } = audits[id] ?? {};
      if (numericValue === undefined) throw new Error(`${page}: Lighthouse did not measure ${id}`);
      return numericValue;
    };
    return {
      ...Object.fromEntries(scores),
      "FCP ms": Math.round(figure("first-contentful-paint")),
      "LCP ms": Math.round(figure("largest-contentful-paint")),
      "TBT ms": Math.round(figure("total-blocking-time")),
      CLS: Number(figure("cumulative-layout-shift").toFixed(3)),
    };
  } catch (error) {
    if (again === 0) throw error;
    console.log(`${page}: ${error instanceof Error ? error.message : error}`);
  } finally {
    browser.kill();
  }
  return measure(page, again - 1);
}

/** @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
