import { expect, it } from "vitest";
import { PAGES } from "~/urls/pages";
import { grade, graderInstalled } from "../../observatory/grade.mjs";
import { startSite } from "../../start-site";

if (!graderInstalled) console.warn("SKIPPED: `npm run observatory` installs the grader and runs this test.");

it.skipIf(!graderInstalled)("Observatory: every page has an A+ with 130 points", async () => {
  const site = await startSite({ SITE_URL: "https://www.dig.example", FORWARD_URL: "http://127.0.0.1:9/" });
  for (const path of [...PAGES.map(({ path }) => path), "/quote"]) {
    const answer = await fetch(site.url + path);
    const result = await grade("www.dig.example", answer.headers, await answer.text());
    console.log(`${path}: ${result.grade}, ${result.score} points`);
    if (path === "/") console.table(result.tests);
    expect(result.tests.filter(({ pass }: { pass: boolean }) => !pass)).toEqual([]);
    expect(result.grade).toBe("A+");
    expect(result.score).toBeGreaterThanOrEqual(130);
  }
  await site.end();
});
