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

test("Large text: on phones the name of the company, the buttons and See it finished wrap in their boxes @once", async ({
  page,
}) => {
  for (const at of ["/", "/services"]) {
    await page.goto(at);
    for (const width of [320, 360, 412]) {
      await page.setViewportSize({ width, height: 800 });
      const spilled = await page.evaluate(() => {
        const menu = document.querySelector(".menu-button")?.getBoundingClientRect();
        return [...document.querySelectorAll(".brand, .hero .button, .model label")]
          .filter((element) => {
            const box = element.getBoundingClientRect();
            const edge = element.matches(".brand")
              ? menu?.left
              : element.parentElement?.getBoundingClientRect().right;
            return [...element.childNodes]
              .filter((node) => node.nodeType === Node.TEXT_NODE)
              .some((node) => {
                const range = document.createRange();
                range.selectNode(node);
                const text = range.getBoundingClientRect();
                return (
                  text.right > Math.min(box.right, edge ?? 0) + 1 ||
                  text.top < Math.max(box.top, 0) - 1 ||
                  text.bottom > box.bottom + 1
                );
              });
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80));
      });
      expect(spilled, `${at}, ${width} px wide`).toEqual([]);
    }
  }
});
