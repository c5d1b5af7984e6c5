import { LEGAL_PAGES, MAIN_PAGES } from "~/urls/pages";
import { open, reactRuns } from "../page";
import { quoteDialog } from "../quote";
import { expect, HEADLINES, headline, SERVICE, test } from "../test";

test("Another page within React: it begins at its top, and its title has the focus", async ({ page }) => {
  await open(page, "/contact");
  await page.evaluate(() => Object.assign(window, { same: true }));
  const footer = page.getByRole("contentinfo");
  for (const { path, footerLabel, label } of [...MAIN_PAGES, ...LEGAL_PAGES]) {
    await footer.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY), path).toBeGreaterThan(0);
    await footer.getByRole("link", { name: footerLabel ?? label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(headline(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY), path).toBe(0);
  }
  expect(await reactRuns(page)).toBe(true);
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Services" }).click();
  await expect(headline(page)).toBeFocused();
  await main.getByRole("link", { name: "About" }).click();
  await expect(headline(page)).toHaveText(HEADLINES["/about"]);
  await page.goBack();
  await expect(headline(page)).toHaveText(HEADLINES["/services"]);
  await expect(headline(page)).toBeFocused();
  // The modal has its own way: into the form, and back to what opened it.
  const opener = main.getByRole("link", { name: "Get Quote" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(quoteDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("Back to the middle of a page: the focus is there, too, not at its top", async ({ page }) => {
  await open(page, `/services#${SERVICE.id}`); // which is not in the window any more
  await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
  await expect(headline(page)).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect(page.locator(":focus")).toBeInViewport();
});
