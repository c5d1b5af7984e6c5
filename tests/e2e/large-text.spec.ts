import config from "../playwright.config";
import { expect, test } from "./test";

/** A browser set to text of twice the usual size. */
test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), "--blink-settings=defaultFontSize=32"],
  },
});

const WIDTHS = [320, 360, 1000, 1280];

test("Large text: at 320, 360, 1000 and 1280 px nothing leaves the window, and Get Quote is within reach @once", async ({
  page,
  fall,
  winter,
  spring,
}) => {
  for (const at of [
    fall.url,
    winter.url,
    spring.url,
    "/about",
    "/services",
    "/contact",
    "/privacy-policy",
    "/quote",
  ]) {
    await page.goto(at);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      const outside = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const controls = [
          ...document.querySelectorAll(".top-bar :is(a, button), .quote-card :is(a, button, input)"),
        ];
        return [
          ...(scrollWidth > clientWidth ? [`page ${scrollWidth} of ${clientWidth}`] : []),
          ...controls
            .filter((control) => control.checkVisibility())
            .map((control) => ({ control, box: control.getBoundingClientRect() }))
            .filter(({ box }) => box.left < 0 || box.right > clientWidth)
            .map(({ control, box }) => `${control.outerHTML.slice(0, 80)} ${box.left} to ${box.right}`),
        ];
      });
      expect(outside, `${at}, ${width} px wide`).toEqual([]);
    }
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/about");
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    await page.locator("#menu").getByRole("link", { name: "Get Quote" }).click();
    await expect(page.getByRole("dialog", { name: "Get Your Free Quote" })).toBeVisible();
  }
});
