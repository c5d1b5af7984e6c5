import type { Page } from "@playwright/test";
import { MAIN_PAGES } from "~/urls/pages";
import { contrast } from "./checks/contrast";
import { open } from "./page";
import { quoteDialog } from "./quote";
import { expect, test } from "./test";

// The menu opens as visitors see it open.
test.use({ reducedMotion: "no-preference" });

const bar = (page: Page) => page.getByRole("banner");
const panel = (page: Page) => page.getByRole("navigation", { name: "Main" });
const menuButton = (page: Page) => page.getByRole("button", { name: "Menu" });
const openMenu = async (page: Page) => {
  await menuButton(page).click();
  await expect(panel(page)).toBeVisible();
};
const ground = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

test("Top bar: the company's name breaks between its words in a window of 180 px @once", async ({ page }) => {
  await page.setViewportSize({ width: 180, height: 400 });
  await page.goto("/services");
  const broken = await page.locator(".brand").evaluate((brand) => {
    const text = brand.lastChild as Text;
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 || range.getBoundingClientRect().right > innerWidth
        ? [word]
        : [];
    });
  });
  expect(broken).toEqual([]);
});

test("Top bar: a hamburger menu below 1000px, with the same links and more @no-script", async ({ page }) => {
  // The browser does all of it.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto("/services");
  await expect(menuButton(page)).toBeHidden();
  const style = (name: string) =>
    bar(page)
      .getByRole("link", { name, exact: true })
      .evaluate((link) => {
        const { boxShadow, textDecorationColor } = getComputedStyle(link);
        return { boxShadow, textDecorationColor };
      });
  const mark = (await style("Services")).boxShadow.replace(/\).*/, ")");
  expect(contrast(mark, await ground(page, ".top-bar"))).toBeGreaterThanOrEqual(3);
  for (const name of ["Home", "About", "Contact"]) expect((await style(name)).boxShadow, name).toBe("none");

  await page.setViewportSize({ width: 999, height: 800 });
  await expect(panel(page)).toBeHidden();
  await openMenu(page);
  await expect(panel(page).getByRole("link")).toHaveText(
    [...MAIN_PAGES.map(({ label }) => label), /^Call Now\s+\(269\) 555-0123$/, "Get Quote"],
    { useInnerText: true },
  );
  const line = (await style("Services")).textDecorationColor;
  expect(contrast(line, await ground(page, ".menu"))).toBeGreaterThanOrEqual(3);

  await page.mouse.click(100, 500);
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL("/services");
  await openMenu(page);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await openMenu(page);
  await menuButton(page).click();
  await expect(panel(page)).toBeHidden();
  // A phone on its side.
  await page.setViewportSize({ width: 667, height: 375 });
  await openMenu(page);
  await panel(page).hover();
  await page.mouse.wheel(0, 500);
  await expect(panel(page).getByRole("link", { name: "Get Quote" })).toBeInViewport({ ratio: 1 });
});

test("Top bar: each link closes the menu, and the modal returns to it @script", async ({ page }) => {
  // Without JavaScript each is another document, where it is closed.
  await page.setViewportSize({ width: 999, height: 800 });
  await open(page, "/about");
  await openMenu(page);
  await panel(page).getByRole("link", { name: "Get Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await expect(page).toHaveURL("/about/quote");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/about");
  await expect(panel(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await openMenu(page);
  await panel(page).getByRole("link", { name: "Call Now" }).click();
  await expect(panel(page)).toBeHidden();
  for (const [link, path] of [
    ["Services", "/services"],
    ["Services", "/services"],
    ["Home", "/"],
  ] as const) {
    await openMenu(page);
    await panel(page).getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(panel(page)).toBeHidden();
  }
});
