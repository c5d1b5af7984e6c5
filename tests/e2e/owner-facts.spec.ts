import { open } from "./page";
import { expect, test } from "./test";

test("Owner's facts: a notice above; on phones Text beside Call @once", async ({ page, generous }) => {
  for (const path of ["/", "/about", "/contact"]) {
    await open(page, generous.url + path);
    const bar = page.getByRole("navigation", { name: /^Call/ });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.getByRole("complementary", { name: "Notice" })).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      if (width === 1280) await expect(bar).toBeHidden();
    }
    const links = await bar.getByRole("link").all();
    expect(links).toHaveLength(path === "/contact" ? 2 : 3);
    const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
    expect(new Set(tops).size, "in one row").toBe(1);
    await expect(bar.getByRole("link", { name: "Text", exact: true })).toHaveAttribute(
      "href",
      "sms:+12695550166",
    );
  }
});
