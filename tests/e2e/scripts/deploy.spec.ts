import type { Page } from "@playwright/test";
import { freePort, startSite } from "../../start-site";
import { type Builds, makeTwoBuilds } from "../../two-builds";
import { inBar, open } from "../page";
import { CONTACT, MODAL, newRequest, quoteDialog } from "../quote";
import { expect, HEADLINES, headline, test } from "../test";

// Remix says that a module is missing before it loads the page anew; the browser, that a file is.
test.use({ provoked: /loading route module|dynamically imported|ERR_FAILED|Cannot (read|convert)/ });
// One worker makes the two builds once.
test.describe.configure({ mode: "default" });

let builds: Builds;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  builds = await makeTwoBuilds();
});
test.afterAll(() => builds.remove());

/** A site with the build before the deploy; `deploy` restarts it with the one after it. */
async function startBefore(settings: Record<string, string> = {}) {
  const place = { ...settings, PORT: String(await freePort()) };
  let site = await startSite(place, builds.before);
  return {
    url: site.url,
    deploy: async () => {
      await site.end();
      site = await startSite(place, builds.after);
    },
    end: () => site.end(),
  };
}

const isSameDocument = (page: Page) => page.evaluate(() => "same" in window);

test("Deploy: a form typed before one arrives whole after it", async ({ page, browser, forwarder }) => {
  const site = await startBefore({ FORWARD_URL: forwarder.url });
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  try {
    const forms = [
      { tab: page, one: MODAL, request: newRequest() },
      { tab: await page.context().newPage(), one: CONTACT, request: newRequest() },
      { tab: plain, one: CONTACT, request: newRequest() },
    ];
    for (const { tab, one, request } of forms) {
      await open(tab, site.url + one.at, tab !== plain);
      await one.fill(tab, request);
    }
    await site.deploy();
    for (const { tab, one, request } of forms) {
      forwarder.reset();
      await one.press(tab);
      await one.expectSent(tab, forwarder, request);
    }
  } finally {
    await plain.context().close();
    await site.end();
  }
});

test("Deploy: a page opened before one goes on after it, on the first click", async ({ page }) => {
  const site = await startBefore();
  try {
    await open(page, `${site.url}/about`);
    // It loads the form's module ahead, with all that it imports. The network may have been idle before.
    const form = await page.evaluate(() => {
      const { __remixManifest } = window as never as {
        __remixManifest: { routes: Record<string, { module: string }> };
      };
      return new URL(String(__remixManifest.routes["quote/home"]?.module), location.href).href;
    });
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, form);
    await page.evaluate(`import("${form}").then(() => {})`);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Object.assign(window, { same: true }));
    await site.deploy();
    await inBar(page).click();
    await expect(quoteDialog(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
    await inBar(page, "Services").click();
    await expect(page).toHaveURL(/\/services$/);
    await expect(headline(page)).toHaveText(HEADLINES["/services"]);
    expect(await isSameDocument(page)).toBe(false);
    // No picture may be on its way when the site ends.
    await page.goto("about:blank");
  } finally {
    await site.end();
  }
});

test("Deploy: where the files of a page do not come, a click goes on to its address", async ({ page }) => {
  await open(page, "/about");
  await page.route("**/build/**/services-*.js", (route) => route.abort());
  await inBar(page, "Services").click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(headline(page)).toHaveText(HEADLINES["/services"]);
});

test("Deploy: where the data of a page has another shape, it comes as a document", async ({ page }) => {
  await open(page, "/about");
  await page.route("**/services.data*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/"\{.*\}"/s, '"{}"') });
  });
  await inBar(page, "Services").click();
  await expect(headline(page)).toHaveText(HEADLINES["/services"]);
  await expect(page).toHaveURL(/\/services$/);
});
