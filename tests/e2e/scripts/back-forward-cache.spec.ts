import type { Page } from "@playwright/test";
import { settled } from "../page";
import { quoteDialog } from "../quote";
import { expect, test } from "../test";

/** Browsers keep a page that was left as it was; Playwright turns that off unless told not to, and the shell has none. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        executablePath: process.env.CHROMIUM_FULL_PATH,
        ignoreDefaultArgs: ["--disable-back-forward-cache"],
      }),
    { scope: "worker" },
  ],
});

const kept = (page: Page) => page.evaluate(() => (window as unknown as { kept: boolean }).kept);

test("Back and forward: pages are kept, and the modal closes every time", async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { kept: persisted })),
  );
  await page.goto("/services");
  // By script, which is no sign of a visitor.
  await page.evaluate(() => document.querySelector<HTMLElement>('main article [href*="service="]')?.click());
  await expect(quoteDialog(page)).toBeVisible();
  await expect.poll(() => kept(page)).toBe(false);
  await settled(page, true);
  for (let times = 0; times < 2; times++) {
    await quoteDialog(page).getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL("/services");
    await expect(quoteDialog(page)).toBeHidden();
    await expect.poll(() => kept(page)).toBe(true);
    await page.evaluate(() => history.forward());
    await expect(quoteDialog(page)).toBeVisible();
    await expect.poll(() => kept(page)).toBe(true);
  }
});
