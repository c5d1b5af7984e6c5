import { mkdirSync, writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { htmlValidate, javaIsThere, nu } from "./html-checkers";
import { brokenReferences, type References, referencesOf } from "./links";
import { expect, STATES, test, type Visit } from "./states";

// Every state is reached once in a mode: its width changes no HTML. It is one where the menu button is there.
test.use({ viewport: { width: 768, height: 900 } });
// All in one worker, which then has the documents of the first test for the others too.
test.describe.configure({ mode: "default", timeout: 240_000 });

type Reached = { name: string; html: string; references: References };
let reached: Promise<Reached[]> | undefined;

/** The HTML that a page's last navigation was answered with. */
function servedTo(page: Page) {
  let last: { text(): Promise<string> } | undefined;
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  return () => last?.text() ?? Promise.reject(new Error("no document was served"));
}

/** The document of each state: as the server sent it, or where scripts run as they have left it. */
async function reachAll(context: BrowserContext, visit: Omit<Visit, "page">): Promise<Reached[]> {
  const documents: Reached[] = [];
  for (const { name, reach, script } of STATES) {
    if (!visit.js && script !== undefined) continue;
    await test.step(name, async () => {
      const page = await context.newPage();
      const served = servedTo(page);
      await reach({ page, ...visit });
      const references = await referencesOf(page);
      documents.push({ name, html: visit.js ? await page.content() : await served(), references });
      await page.close();
    });
  }
  return documents;
}

test("HTML: html-validate finds nothing in any state", async ({ context, js, forwarder, strict }) => {
  reached ??= reachAll(context, { js, forwarder, strict });
  const faults: string[] = [];
  for (const { name, html } of await reached) {
    for (const fault of await htmlValidate(html)) faults.push(`${name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test("HTML: Nu finds nothing in any state", async ({ context, js, forwarder, strict }, info) => {
  const java = javaIsThere();
  if (!java) console.warn("\nNOT CHECKED: the Nu HTML checker needs Java 11 or newer, and there is none.\n");
  test.skip(!java, "the Nu HTML checker needs Java, and there is none");
  reached ??= reachAll(context, { js, forwarder, strict });
  const folder = info.outputPath("documents");
  mkdirSync(folder, { recursive: true });
  for (const { name, html } of await reached) {
    writeFileSync(`${folder}/${name.replaceAll(/\W+/g, "-")}.html`, html);
  }
  expect(nu(folder)).toEqual([]);
});

test("HTML: every link, anchor and file of every state is there", async ({
  context,
  js,
  forwarder,
  strict,
  site,
}) => {
  reached ??= reachAll(context, { js, forwarder, strict });
  const references = (await reached).map((document) => document.references);
  expect(references.flatMap(({ links }) => links).length).toBeGreaterThan(500);
  expect(references.flatMap(({ files }) => files).length).toBeGreaterThan(300);
  expect(await brokenReferences(references, [site.url, strict.url])).toEqual([]);
});
