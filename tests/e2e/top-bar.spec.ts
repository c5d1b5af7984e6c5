import type { Page } from "@playwright/test";
import { contrast } from "./checks/contrast";
import { tabTo } from "./checks/keyboard";
import { quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

// The menu opens as visitors see it open.
test.use({ reducedMotion: "no-preference" });

const bar = (page: Page) => page.getByRole("banner");
const panel = (page: Page) => page.getByRole("navigation", { name: "Main" });
const menuButton = (page: Page) => page.getByRole("button", { name: "Menu" });

test("Top bar: fixed, 70px high, on all pages @once @reads", async ({ page }) => {
  for (const path of [
    "/",
    "/about",
    "/services",
    "/contact",
    "/privacy-policy",
    "/terms-of-service",
    "/none",
  ]) {
    await page.goto(path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 600 });
      await page.evaluate(() => scrollTo(0, 200));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      expect(await bar(page).boundingBox()).toEqual({ x: 0, y: 0, width, height: 70 });
    }
  }
});

test("Top bar: business name, links in order, phone, Get Quote", async ({ page }) => {
  await page.goto("/about");
  await expect(bar(page).getByRole("link")).toHaveText(
    ["Hometown Excavating", "Home", "About", "Services", "Contact", "(269) 555-0123", "Get Quote"],
    { useInnerText: true },
  );
  await expect(bar(page).getByRole("link", { name: "(269) 555-0123" })).toHaveAttribute(
    "href",
    "tel:+12695550123",
  );
  for (const [link, path] of [
    ["Services", "/services"],
    ["Contact", "/contact"],
    ["Home", "/"],
    ["About", "/about"],
    ["Hometown Excavating", "/"],
  ] as const) {
    await bar(page).getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test("Top bar: the active link is highlighted @reads", async ({ page, js }) => {
  await page.goto("/services");
  await settled(page, js);
  const style = (name: string) =>
    bar(page)
      .getByRole("link", { name, exact: true })
      .evaluate((link) => {
        const { boxShadow, textDecorationColor } = getComputedStyle(link);
        return { boxShadow, textDecorationColor };
      });
  const ground = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  const mark = (await style("Services")).boxShadow.replace(/\).*/, ")");
  expect(contrast(mark, await ground(".top-bar"))).toBeGreaterThanOrEqual(3);
  for (const name of ["Home", "About", "Contact"]) expect((await style(name)).boxShadow, name).toBe("none");

  await page.setViewportSize({ width: 390, height: 800 });
  await menuButton(page).click();
  const line = (await style("Services")).textDecorationColor;
  expect(contrast(line, await ground(".menu"))).toBeGreaterThanOrEqual(3);
});

test("Top bar: it becomes a hamburger menu below 1000px @once @reads", async ({ page }) => {
  await page.goto("/");
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(menuButton(page)).toBeHidden();
  await expect(panel(page)).toBeVisible();
  await page.setViewportSize({ width: 999, height: 800 });
  await expect(menuButton(page)).toBeVisible();
  await expect(panel(page)).toBeHidden();
});

for (const [width, height] of [
  [667, 375], // a phone on its side
  [320, 256], // 1280 × 1024 at 400 %
] as const) {
  test(`Top bar: in a window of ${width} × ${height} the menu scrolls to its last entries`, async ({
    page,
    js,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/about");
    await settled(page, js);
    await menuButton(page).click();
    const [call, quote] = ["Call Now", "Get Quote"].map((name) => panel(page).getByRole("link", { name }));
    if (!call || !quote) throw new Error("not both");
    for (const link of [call, quote]) {
      await tabTo(page, link);
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await panel(page).evaluate((menu) => menu.scrollTo(0, 0));
    await panel(page).hover();
    await page.mouse.wheel(0, 500);
    await expect(quote).toBeInViewport({ ratio: 1 });
    await quote.click();
    await expect(quoteDialog(page)).toBeVisible();
  });
}

test.describe("below 1000px", () => {
  test.use({ viewport: { width: 999, height: 800 } });

  test("Top bar: the panel lists the same links plus Call Now and Get Quote; Esc, the menu button and a click on the overlay close it, and do nothing else", async ({
    page,
    js,
  }) => {
    await page.goto("/about");
    await settled(page, js);
    const open = async () => {
      await menuButton(page).click();
      await expect(panel(page)).toBeVisible();
    };
    await open();
    await expect(panel(page).getByRole("link")).toHaveText(
      ["Home", "About", "Services", "Contact", /^Call Now\s+\(269\) 555-0123$/, "Get Quote"],
      { useInnerText: true },
    );
    await expect(panel(page).getByRole("link", { name: "Call Now" })).toHaveAttribute(
      "href",
      "tel:+12695550123",
    );
    const overlay = await panel(page).evaluate(
      (menu) => getComputedStyle(menu, "::backdrop").backgroundColor,
    );
    expect(overlay).toBe("rgba(58, 43, 32, 0.68)");
    await page.mouse.click(100, 500);
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL("/about");

    await open();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await open();
    await menuButton(page).click();
    await expect(panel(page)).toBeHidden();
  });

  test("Top bar: Get Quote in the menu opens the modal; it and each link close the menu", async ({
    page,
    js,
  }) => {
    await page.goto("/about");
    await settled(page, js);
    await menuButton(page).click();
    await panel(page).getByRole("link", { name: "Get Quote" }).click();
    await expect(quoteDialog(page)).toBeVisible();
    await expect(page).toHaveURL("/about/quote");
    await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/about");
    await expect(panel(page)).toBeHidden();
    for (const [link, path] of [
      ["Services", "/services"],
      ["Services", "/services"],
      ["Home", "/"],
    ] as const) {
      await menuButton(page).click();
      await expect(panel(page)).toBeVisible();
      await panel(page).getByRole("link", { name: link }).click();
      await expect(page).toHaveURL(path);
      await expect(panel(page)).toBeHidden();
    }
    await menuButton(page).click();
    await expect(panel(page)).toBeVisible();
  });
});
