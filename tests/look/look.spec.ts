import type { Page } from "@playwright/test";
import { STATES } from "../e2e/checks/states";
import { expect, test } from "../e2e/test";

/**
 * `npm run look`: a picture of every page and state at each width, into look/ (ignored), for a person to look at. What a
 * program can see fails here: a page wider than its window, a line of more than 75 characters.
 */

const WIDTHS = [360, 768, 1000, 1280, 1440, 1920, 2560];

/** Scrolls through the page, so that every lazy picture is there; one that is hidden never loads. */
const seeAll = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    scrollTo(0, 0);
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(shown.map((image) => image.decode().catch(() => {})));
  });

/** Text whose lines hold more than 75 characters, by the average width of its own letters. */
const longLines = (page: Page) =>
  page.evaluate(() => {
    const measure = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("main p, main li:not(:has(p)), footer p")].flatMap((element) => {
      const text = element.textContent?.trim() ?? "";
      if (text.length <= 75 || !measure) return [];
      measure.font = getComputedStyle(element).font;
      const lines = document.createRange();
      lines.selectNodeContents(element);
      const widest = Math.max(...[...lines.getClientRects()].map(({ width }) => width));
      const perLine = widest / (measure.measureText(text).width / text.length);
      return perLine > 76 ? [`${Math.round(perLine)} characters: ${text.slice(0, 40)}…`] : [];
    });
  });

// The menu's button is there in narrow windows alone.
for (const width of WIDTHS)
  for (const { name, reach } of STATES.filter(({ widths }) => !widths || width < 1000))
    test(`${width} px: ${name}`, async ({ page, forwarder, strict, winter, spring, generous }) => {
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
      await reach({ page, js: true, forwarder, strict, winter, spring, generous });
      const isOpen = await page.locator("dialog[open]").count();
      if (!isOpen) await seeAll(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(wider, "wider than the window").toBe(0);
      expect.soft(await longLines(page), "lines too long").toEqual([]);
      await page.screenshot({ path: `look/${width} ${name}.png`, fullPage: !isOpen });
    });
