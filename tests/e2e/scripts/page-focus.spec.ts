import { FORMS, quoteDialog, reactRuns, settled } from "../quote";
import { expect, test } from "../test";

const title = { about: "Building trust through quality work", services: "Complete Excavation Services" };

test("Another page within React: its title takes the focus, for who listens", async ({ page }) => {
  await page.goto("/contact"); // React runs at once here
  await settled(page, true);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Services" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(title.services)).toBeFocused();
  expect(await reactRuns(page)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await main.getByRole("link", { name: "About" }).click();
  await expect(heading(title.about)).toBeFocused();
  await page.goBack();
  await expect(heading(title.services)).toBeFocused();
  // The modal has its own way: into the form, and back to what opened it.
  const opener = main.getByRole("link", { name: "Get Quote" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(quoteDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("Back to the middle of a page: the focus is there, too, not at its top", async ({ page }) => {
  await page.goto("/services");
  await settled(page, true);
  await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title.about })).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect(page.locator(":focus")).toBeInViewport();
});

test("A type chosen by hand stays when the modal over the page is closed", async ({ page }) => {
  await page.goto("/contact?service=pool-excavation");
  await settled(page, true);
  const type = FORMS[1].form(page).getByLabel("Project Type *");
  await type.selectOption("snow-plowing");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Get Quote" }).click();
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(type).toHaveValue("snow-plowing");
});
