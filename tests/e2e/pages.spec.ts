import { quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

const PAGES = [
  { path: "/", title: "Excavation in Southwest Michigan", h1: /Southwest Michigan/, active: "Home" },
  { path: "/about", title: "About Us", h1: "Building trust through quality work", active: "About" },
  { path: "/services", title: "Excavation Services", h1: "Complete Excavation Services", active: "Services" },
  { path: "/contact", title: "Contact Us", h1: /./, active: "Contact" },
  { path: "/privacy-policy", title: "Privacy Policy", h1: "Privacy Policy" },
  { path: "/terms-of-service", title: "Terms of Service", h1: "Terms of Service" },
];

for (const { path, title, h1, active } of PAGES) {
  test(`Routes: ${path} has its title, one heading and the active link, and fits each of the responsive breakpoints @reads`, async ({
    page,
    js,
  }) => {
    const answer = await page.goto(path);
    await settled(page, js);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | Hometown Excavating`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(h1);
    const current = page.getByRole("banner").getByRole("link").and(page.locator("[aria-current=page]"));
    await expect(current).toHaveText(active ? [active] : []);
    for (const width of [1024, 1000, 830, 768, 480, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `pixels beyond a width of ${width}`).toBeLessThanOrEqual(0);
    }
  });
}

test("Routes: scroll position resets to the top after every navigation", async ({ page, js }) => {
  await page.goto("/");
  await settled(page, js);
  const footer = page.getByRole("contentinfo");
  for (const [link, path] of [
    ["About Us", "/about"],
    ["Services", "/services"],
    ["Contact", "/contact"],
    ["Privacy Policy", "/privacy-policy"],
    ["Terms of Service", "/terms-of-service"],
    ["Home", "/"],
  ] as const) {
    await footer.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await footer.getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.evaluate(() => scrollY), link).toBe(0);
  }
});

test("Routes: an unknown address answers 404 with the phone and the way to a quote @reads", async ({
  page,
}) => {
  for (const path of ["/nothing-here", "/about/nothing-here", "/services/pool-excavation"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(main.getByRole("link", { name: "(269) 555-0123" })).toHaveAttribute(
      "href",
      "tel:+12695550123",
    );
    await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await main.getByRole("link", { name: "Get Quote" }).click();
    await expect(quoteDialog(page)).toBeVisible();
    await expect(page).toHaveURL("/quote");
  }
});

test("Routes: no account, no cookie, and no call beyond the site itself", async ({ page, context, site }) => {
  const beyond: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.url)
      beyond.push(request.url());
  });
  await page.emulateMedia({ reducedMotion: "no-preference" }); // With the film.
  for (const { path } of [...PAGES, { path: "/quote" }]) await page.goto(path, { waitUntil: "networkidle" });
  expect(beyond).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test("About: hero, company story, image, closing block @once @reads", async ({ page }) => {
  await page.goto("/about");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Building trust through quality work");
  for (const fact of [/founded in 1991/, /three-generation family business/, /over 30 years of experience/]) {
    await expect(main.getByText(fact)).toBeVisible();
  }
  const image = main.getByRole("img");
  await expect(image).toHaveAccessibleName(/excavator/);
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(main.getByRole("heading", { name: "Ready to Break Ground?" })).toBeVisible();
  await main.getByRole("link", { name: "View Services" }).click();
  await expect(page).toHaveURL("/services");
});

test("Contact: badge, title, subtitle, then the form, then the service area, then answers @once @reads", async ({
  page,
}) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByText("Get In Touch", { exact: true })).toBeVisible();
  await expect(main.getByRole("heading", { level: 1 })).not.toBeEmpty();
  await expect(main.getByRole("heading", { level: 1 }).locator("+ p")).not.toBeEmpty();
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "Send us a message",
    "Where we work",
    "Before the digging starts",
  ]);
  await expect(main.getByRole("region", { name: "Send us a message" }).getByRole("textbox")).toHaveCount(5);
  const area = main.getByRole("region", { name: "Where we work" });
  await expect(area.getByRole("link", { name: "Contact Us Today" })).toBeVisible();
});
