import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import type axe from "axe-core";
import { htmlValidate } from "./checks/html-validate";
import { brokenReferences } from "./checks/links";
import { javaIsThere, nu } from "./checks/nu";
import { STATES, type State, WIDTHS } from "./checks/states";
import { tooSmall } from "./checks/targets";
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

/** What axe, which is in the page, finds wrong in a part of it, or in all: a line each. */
async function axeFaults(page: Page, rules: string[], part?: string): Promise<string[]> {
  const { faults, passes } = await page.evaluate(
    async ({ rules, part }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const options = { runOnly: rules, resultTypes: ["violations" as const], selectors: false };
      const { violations, passes } = await run(part ?? document, options);
      const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      return { faults, passes: passes.length };
    },
    { rules, part },
  );
  expect(passes).toBeGreaterThan(rules === RULES ? 10 : 0);
  return faults;
}

/** Nu, which is slow with them, gets each of the styles in one document. */
const styles = new Set<string>();
const oncePerStyle = (whole: string, style: string) => {
  const isNew = !styles.has(style);
  styles.add(style);
  return isNew ? whole : "<style></style>";
};

/** The states of each test: of a form one, which keeps what was typed. */
const TESTS: [name: string, states: State[]][] = [
  ["without a form that is used", STATES.filter(({ part }) => !part)],
  ...STATES.filter(({ part }) => part).map((state): [string, State[]] => [state.name, [state]]),
];

for (const [title, states] of TESTS)
  test(`Every state, its HTML, links, targets, landmarks and axe: ${title} @once`, async ({
    page,
    forwarder,
    site,
    strict,
    winter,
    spring,
    generous,
  }, info) => {
    test.setTimeout(180_000 + 30_000 * states.length);
    const session = await page.context().newCDPSession(page);
    const letScriptsRun = (value: boolean) =>
      session.send("Emulation.setScriptExecutionDisabled", { value: !value });
    const served = servedTo(page);
    const judge = async ({ name, reach, widths = WIDTHS, part }: State, js: boolean) => {
      // axe is a script itself. So where scripts are to be off they are off while a document is reached: it stays as it
      // was read, and its own scripts are not run afterwards.
      await page.setViewportSize({ width: 320, height: 800 });
      // The home page with its video.
      await page.emulateMedia({ reducedMotion: name.startsWith("home") ? "no-preference" : "reduce" });
      await letScriptsRun(js);
      await reach({ page, js, forwarder, strict, winter, spring, generous });
      await letScriptsRun(true);

      // The document as the server sent it, or where scripts run as they have left it.
      const html = js ? await page.content() : await served();
      mkdirSync(documents(info), { recursive: true });
      const file = `${name.replaceAll(/\W+/g, "-")}${js ? "" : "-without-scripts"}.html`;
      writeFileSync(join(documents(info), file), html.replace(/<style[^>]*>(.*?)<\/style>/gs, oncePerStyle));
      expect.soft(await htmlValidate(html), "html-validate").toEqual([]);
      const origins = [site, strict, winter, spring, generous].map(({ url }) => url);
      expect.soft(await brokenReferences(page, origins), "links and files").toEqual([]);

      // The front's own page stands alone: it needs nothing that might be missing.
      const landmarks = [
        "h1",
        "main",
        ...(name.startsWith("refused") ? [] : ["body > header", "body > footer"]),
      ];
      const counts = (names: string[]) => names.map((one) => document.querySelectorAll(one).length);
      expect.soft(await page.evaluate(counts, landmarks), String(landmarks)).toEqual(landmarks.map(() => 1));
      const sizes = await page
        .locator("input, select, textarea")
        .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
      expect.soft(Math.min(16, ...sizes), "text size of a field").toBe(16);

      await session.send("Runtime.evaluate", { expression: AXE });
      // No script changes what a width does.
      for (const width of js ? widths : [320]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await tooSmall(page), `targets, ${width} px wide`).toEqual([]);
        // The bar of wide windows is the same in all states: one of them says it.
        const all = width === 320 || (width === 1280 && name.startsWith("contact with"));
        expect.soft(await axeFaults(page, all ? RULES : BY_WIDTH, part), `axe, ${width} px wide`).toEqual([]);
      }
    };
    for (const state of states) {
      if (state.plain) await test.step(`${state.name}, without scripts`, () => judge(state, false));
      await test.step(state.name, () => judge(state, true));
    }
  });

test("Every state: Nu finds nothing in its HTML and styles @once", ({ js: _ }, info) => {
  test.setTimeout(660_000);
  test.skip(!javaIsThere(), "the Nu HTML checker needs Java, and there is none");
  const count = STATES.length + STATES.filter(({ plain }) => plain).length;
  expect(readdirSync(documents(info)), "what the tests before have written").toHaveLength(count);
  expect(nu(documents(info))).toEqual([]);
});
