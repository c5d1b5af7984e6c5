import { quoteDialog, settled } from "../quote";
import { expect, test } from "../test";

for (const [width, height] of [
  [640, 360], // a phone on its side
  [360, 320], // a phone with its keyboard open
  [320, 256], // 1280 × 1024 at 400 %
] as const) {
  test(`Form: in a window of ${width} × ${height} the arrow keys show each project type whole`, async ({
    page,
    js,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/quote");
    await settled(page, js);
    const type = quoteDialog(page).getByLabel("Project Type *");
    await type.focus();
    await page.keyboard.press("Space");
    for (const [index, option] of (await type.getByRole("option").all()).entries()) {
      if (index > 0) await page.keyboard.press("ArrowDown");
      await expect(option).toBeFocused();
      await expect(option).toBeInViewport({ ratio: 0.95 });
    }
    await page.keyboard.press("Enter");
    await expect(type).toHaveValue("other");
  });
}
