import { open } from "./quote";
import { expect, test } from "./test";

for (const width of [360, 1280])
  test(`Owner's facts: a notice above the page, and Text beside Call when it is ${width} px wide`, async ({
    page,
    generous,
    js,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["/", "/about", "/contact"]) {
      await open(page, generous.url + path, js);
      await expect(page.getByRole("complementary", { name: "Notice" })).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      const bar = page.getByRole("navigation", { name: /^Call/ });
      if (width === 1280) await expect(bar).toBeHidden();
      else {
        const links = await bar.getByRole("link").all();
        expect(links).toHaveLength(path === "/contact" ? 2 : 3);
        const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
        expect(new Set(tops).size, "in one row").toBe(1);
        await expect(bar.getByRole("link", { name: "Text", exact: true })).toHaveAttribute(
          "href",
          "sms:+12695550166",
        );
      }
    }
  });
