import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, startSite } from "../../start-site";
import { quoteDialog, settled } from "../quote";
import { expect, test } from "../test";

// Remix says that a module is missing before it loads the page anew; the browser, that a file is.
test.use({ provoked: /loading route module|dynamically imported|ERR_FAILED/ });

const BUILD_NEEDS = ["app", "public", "remix.config.js", "tsconfig.json", "package.json"];

/** A copy of the project that can be built on its own. */
async function copyProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "deploy-"));
  for (const name of BUILD_NEEDS)
    await cp(name, join(project, name), { recursive: true, filter: (path) => path !== "public/build" });
  await symlink(join(process.cwd(), "node_modules"), join(project, "node_modules"));
  return project;
}

const build = (project: string) => promisify(execFile)("npm", ["run", "build"], { cwd: project });

/** Changes words of the modal and of the services page, so that their files get other names. */
async function change(project: string, words: string) {
  const files: [path: string, before: RegExp, after: string][] = [
    ["app/routes/quote.tsx", /Back to .*/, words],
    ["app/routes/services.tsx", /<Page.*>/, `<Page className="${words}">`],
  ];
  for (const [name, before, after] of files) {
    const path = join(project, name);
    await writeFile(path, (await readFile(path, "utf8")).replace(before, after));
  }
}

const isSameDocument = (page: Page) => page.evaluate(() => "same" in window);

test("Deploy: a page opened before one opens the modal and goes to other pages after it, on the first click", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const project = await copyProject();
  const settings = { PORT: String(await freePort()) };
  // Of another visitor: it must not find in the browser's cache what the first one asked for.
  const other = await browser.newPage();
  await build(project);
  let site = await startSite(settings, project);
  const restart = async () => {
    await site.end();
    site = await startSite(settings, project);
  };
  const services = async (page: Page) => {
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page).toHaveURL(/\/services$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
  };
  try {
    for (const tab of [page, other]) {
      await tab.goto(`${site.url}/about`);
      await settled(tab, true);
      await tab.waitForLoadState("networkidle");
      await tab.evaluate(() => Object.assign(window, { same: true }));
    }
    await change(project, "Changed");
    await build(project);
    await restart();
    await services(page);
    await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
    await expect(quoteDialog(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);

    // An image holds one build: nothing of the last one is there.
    await rm(join(project, "build", "last"), { recursive: true });
    await restart();
    await other.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
    await expect(quoteDialog(other)).toBeVisible();
    expect(await isSameDocument(other)).toBe(true);
    await quoteDialog(other).getByRole("link", { name: "Cancel" }).click();
    await services(other);
    expect(await isSameDocument(other)).toBe(false);
  } finally {
    await other.close();
    await site.end();
    await rm(project, { recursive: true });
  }
});

test("Deploy: where the files of a page do not come, a click goes on to its address all the same", async ({
  page,
}) => {
  await page.goto("/about");
  await settled(page, true);
  await page.waitForLoadState("networkidle");
  await page.route("**/build/**/services-*.js", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
});
