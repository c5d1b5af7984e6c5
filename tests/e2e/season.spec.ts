import { contrast } from "./checks/contrast";
import { tabTo } from "./checks/keyboard";
import { expect, test } from "./test";

// In one worker, which starts each season's site once.
test.describe.configure({ mode: "default" });

const HEADLINES = {
  fall: "Septic, Excavation and Site Prep in Southwest Michigan",
  winter: "Snow Plowing and Excavation in Southwest Michigan",
  spring: "Septic, Excavation and Site Prep in Southwest Michigan",
};

for (const season of ["fall", "winter", "spring"] as const) {
  test(`Home: in ${season} a phone's first view has the picture, both buttons and the facts; the page fits each breakpoint; from 1280 px on its headline takes three lines @once @reads`, async ({
    page,
    fall,
    winter,
    spring,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto({ fall, winter, spring }[season].url);
    await expect(page).toHaveTitle("Excavation in Southwest Michigan | Hometown Excavating");
    const bar = await page.getByRole("navigation", { name: "Call or get a quote" }).boundingBox();
    const picture = await page.getByRole("main").getByRole("img").first().boundingBox();
    if (!bar || !picture) throw new Error("no bar or no picture");
    expect(Math.min(bar.y, picture.y + picture.height) - picture.y).toBeGreaterThanOrEqual(160);
    const hero = page.locator(".hero");
    for (const part of [
      hero.getByRole("link", { name: "Contact Us" }),
      hero.getByRole("link", { name: "View Services" }),
      hero.getByText("Free quote, valid 30 days"),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(bar.y);
    }
    await expect(hero.getByText("Professional Excavation Services", { exact: true })).toBeVisible();
    const headline = page.getByRole("heading", { level: 1 });
    await expect(headline).toHaveText(HEADLINES[season]);
    for (const width of [320, 480, 768, 830, 1000, 1024, 1280, 1366, 1440, 1733, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(beyond, `pixels beyond a width of ${width}`).toBeLessThanOrEqual(0);
      const lines = await headline.evaluate((element) => {
        const { height } = element.getBoundingClientRect();
        return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
      });
      if (width >= 1280) expect.soft(lines, `lines at ${width} px`).toBe(3);
    }
  });
}

test("Home: in winter the plow is in the picture, and every word on its blue can be read, black on paper @once @reads", async ({
  page,
  winter,
}) => {
  await page.goto(winter.url);
  const hero = page.locator(".hero");
  await expect(hero.getByRole("img")).toHaveAccessibleName(/^Model of a plow truck at dusk/);
  const grounds = await hero.evaluate((element) =>
    getComputedStyle(element).backgroundImage.match(/rgb\([^)]+\)/g),
  );
  expect(grounds).toHaveLength(2);
  for (const words of [
    hero.getByRole("heading"),
    hero.getByText("Professional Excavation Services"),
    hero.getByText("We plow for homes and businesses"),
    hero.getByText("Since 1991", { exact: true }),
    hero.getByRole("link", { name: "View Services" }),
  ]) {
    const color = await words.evaluate((element) => getComputedStyle(element).color);
    for (const ground of grounds ?? []) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
  }

  await page.emulateMedia({ media: "print" });
  for (const words of [HEADLINES.winter, "We plow for homes and businesses"])
    await expect(hero.getByText(words)).toHaveCSS("color", "rgb(0, 0, 0)");
});

for (const season of ["fall", "winter"] as const)
  test(`Home: in ${season} the model at the top is cut out, so that the page's ground shows around it @once @reads`, async ({
    page,
    fall,
    winter,
  }) => {
    await page.goto({ fall, winter }[season].url);
    const seen = await page.locator(".hero img").evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      const canvas = document.createElement("canvas");
      canvas.width = 100;
      canvas.height = 75;
      const context = canvas.getContext("2d");
      context?.drawImage(img, 0, 0, 100, 75);
      const alpha = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3];
      return { corners: [alpha(0, 0), alpha(99, 0), alpha(0, 74), alpha(99, 74)], middle: alpha(50, 45) };
    });
    expect(seen).toEqual({ corners: [0, 0, 0, 0], middle: 255 });
  });

test("Home: in spring one line says that heavy loads may have to wait, and leads to the rule, by keyboard too @once @reads", async ({
  page,
  spring,
}) => {
  await page.goto(spring.url);
  const notice = page.locator(".hero").getByText("In spring, heavy loads");
  await expect(notice).toHaveText(
    "In spring, heavy loads may have to wait until the road agency lifts the frost laws.",
  );
  await tabTo(page, notice.getByRole("link", { name: "frost laws" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services#rules$/);
  await expect(page.getByRole("heading", { name: "Before any dig" })).toBeInViewport();
});
