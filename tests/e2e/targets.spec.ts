import type { Page } from "@playwright/test";
import { expect, STATES, test } from "./states";

/**
 * Controls smaller than a fingertip: 44 CSS px each way, and 24 for the links of an error summary, which stand under
 * each other and lead where the fields do. A link within a sentence is as high as its line (WCAG 2.5.8).
 */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].flatMap((control) => {
      const box = control.getBoundingClientRect();
      if (!control.checkVisibility() || box.width === 0 || control.matches(".quote-backdrop, [inert] *"))
        return [];
      const inSentence =
        getComputedStyle(control).display === "inline" &&
        control.parentElement?.textContent?.trim() !== control.textContent?.trim();
      if (inSentence) return [];
      const least = control.closest(".error-summary") ? 24 : 44;
      // Of a line of text only the height is a matter of its maker's.
      return box.height >= least - 0.5 && box.width >= 24
        ? []
        : [`${Math.round(box.width)} × ${Math.round(box.height)}: ${control.outerHTML.slice(0, 100)}`];
    }),
  );

for (const { name, reach, script, widths, brief } of STATES) {
  test(`Targets, text size, landmarks: ${name}`, async ({ page, js, forwarder, strict }) => {
    test.skip(!js && script !== undefined, script);
    for (const [turn, width] of (widths ?? [320, 1280]).entries()) {
      await page.setViewportSize({ width, height: 800 });
      if (turn === 0 || (brief && js)) await reach({ page, js, forwarder, strict });
      expect(await tooSmall(page), `${width} px wide`).toEqual([]);
    }
    const sizes = await page
      .locator("input, select, textarea")
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    for (const size of sizes) expect(size).toBeGreaterThanOrEqual(16);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    // The front's own page stands alone: it needs nothing that might be missing.
    const around = name.startsWith("refused") ? [] : ["body > header", "body > footer"];
    for (const landmark of ["h1", "main", ...around]) {
      await expect(page.locator(landmark), landmark).toHaveCount(1);
    }
  });
}
