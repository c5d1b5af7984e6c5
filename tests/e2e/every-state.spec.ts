import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import type axe from "axe-core";
import { htmlValidate } from "./checks/html-validate";
import { brokenReferences } from "./checks/links";
import { javaIsThere, nu } from "./checks/nu";
import { STATES, WIDTHS } from "./checks/states";
import { tooSmall } from "./checks/targets";
import { setHidden } from "./quote";
import { expect, test } from "./test";

// In order, in one worker: the last test has Nu judge the documents of all the others, with one start of Java.
test.describe.configure({ mode: "default" });

/** Where the documents are kept for Nu. */
const documents = ({ project }: TestInfo) => join(project.outputDir, "documents");

/** In the page it costs half of what `axe.source` does, which is not minified. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
/** What sizes, places and colors decide. */
const BY_WIDTH = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/** The HTML that a page's last navigation was answered with. */
function servedTo(page: Page) {
  let last: { text(): Promise<string> } | undefined;
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  return () => last?.text() ?? Promise.reject(new Error("no document was served"));
}

/** What axe, which is in the page, finds wrong: a line each. */
async function axeFaults(page: Page, rules: string[]): Promise<string[]> {
  const { faults, passes } = await page.evaluate(async (runOnly) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations, passes } = await run(document, { runOnly, resultTypes: ["violations"] });
    const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    return { faults, passes: passes.length };
  }, rules);
  expect(passes).toBeGreaterThan(rules === RULES ? 10 : 0);
  return faults;
}

const runs = STATES.flatMap(({ plain, ...state }) => [
  { ...state, widths: state.widths ?? WIDTHS, js: true },
  // No script changes what a width does.
  ...(plain ? [{ ...state, name: `${state.name}, without scripts`, widths: [320], js: false }] : []),
]);

for (const { name, reach, js, widths, brief } of runs)
  test(`Every state, its HTML, links, targets, landmarks and axe: ${name} @once`, async ({
    page,
    forwarder,
    site,
    strict,
    winter,
    spring,
    generous,
  }, info) => {
    // axe is a script itself. So where scripts are to be off they are off while a document is reached: it stays as it was
    // read, and its own scripts are not run afterwards.
    const session = await page.context().newCDPSession(page);
    const letScriptsRun = (value: boolean) =>
      session.send("Emulation.setScriptExecutionDisabled", { value: !value });
    const served = servedTo(page);
    await page.setViewportSize({ width: 320, height: 800 });
    if (name.startsWith("home")) await page.emulateMedia({ reducedMotion: "no-preference" }); // With its video.
    await letScriptsRun(js);
    await reach({ page, js, forwarder, strict, winter, spring, generous });
    await letScriptsRun(true);
    // A message that a script would end stays while the tab is hidden.
    if (js && brief) await page.evaluate(setHidden, true);

    // The document as the server sent it, or where scripts run as they have left it.
    const html = js ? await page.content() : await served();
    mkdirSync(documents(info), { recursive: true });
    writeFileSync(join(documents(info), `${name.replaceAll(/\W+/g, "-")}.html`), html);
    expect.soft(await htmlValidate(html), "html-validate").toEqual([]);
    const origins = [site, strict, winter, spring, generous].map(({ url }) => url);
    expect.soft(await brokenReferences(page, origins), "links and files").toEqual([]);

    // The front's own page stands alone: it needs nothing that might be missing.
    const parts = name.startsWith("refused") ? [] : ["body > header", "body > footer"];
    for (const landmark of ["h1", "main", ...parts])
      await expect.soft(page.locator(landmark), landmark).toHaveCount(1);
    const sizes = await page
      .locator("input, select, textarea")
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect.soft(Math.min(16, ...sizes), "text size of a field").toBe(16);

    await session.send("Runtime.evaluate", { expression: AXE });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await tooSmall(page), `targets, ${width} px wide`).toEqual([]);
      // The bar of wide windows is the same in all states: one of them says it.
      const all = width === 320 || (width === 1280 && name.startsWith("contact with"));
      expect.soft(await axeFaults(page, all ? RULES : BY_WIDTH), `axe, ${width} px wide`).toEqual([]);
    }
  });

test("Every state: Nu finds nothing in its HTML and styles @once", ({ js: _ }, info) => {
  test.skip(!javaIsThere(), "the Nu HTML checker needs Java, and there is none");
  expect(readdirSync(documents(info)), "what the tests before have written").toHaveLength(runs.length);
  expect(nu(documents(info))).toEqual([]);
});
