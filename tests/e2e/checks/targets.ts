import type { Page } from "@playwright/test";

/**
 * Controls smaller than a fingertip: 44 CSS px each way, and 24 for the links of an error summary, which stand under
 * each other and lead where the fields do. A link within a sentence is as high as its line (WCAG 2.5.8).
 */
export const tooSmall = (page: Page) =>
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
