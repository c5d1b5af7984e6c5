import type { Locator } from "@playwright/test";
import { quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

// Its film plays meanwhile.
test.use({ reducedMotion: "no-preference" });

const TOWNS = [
  "Athens",
  "Battle Creek",
  "Climax",
  "Tekonsha",
  "Coldwater",
  "East Leroy",
  "Portage",
  "Augusta",
  "Three Rivers",
  "Union City",
];

test.beforeEach(async ({ page, js }) => {
  await page.goto("/");
  await settled(page, js);
});

test("Home: hero badge, headline, 'Contact Us', 'View Services', 'View All Services'; closing block 'Ready to Break Ground?'", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await expect(main.getByText("Professional Excavation Services", { exact: true })).toBeVisible();
  await expect(main.getByRole("heading", { level: 1 })).not.toBeEmpty();
  await main.getByRole("link", { name: "Contact Us", exact: true }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await page.goBack();
  await main.getByRole("link", { name: "View Services" }).first().click();
  await expect(page).toHaveURL("/services");
  await page.goBack();
  await page.getByRole("link", { name: "View All Services" }).click();
  await expect(page).toHaveURL("/services");
  await page.goBack();

  const block = page.getByRole("region", { name: "Ready to Break Ground?" });
  await expect(main.getByRole("region").last()).toHaveAccessibleName("Ready to Break Ground?");
  await expect(block.getByRole("link")).toHaveText(["Get Your Quote", "View Services"]);
  // Its excavator stands on the footer's grass and covers no button.
  for (const width of [320, 1000, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const box = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect());
    const machine = await box(block.locator("img"));
    const button = await box(block.getByRole("link").last());
    const edge = await box(page.locator(".ground-edge"));
    // The picture's upper 29 % and the left 4 % are empty; its tracks are at 78 % of its height.
    const top = machine.top + machine.height * 0.29;
    const left = machine.left + machine.width * 0.04;
    expect.soft(top > button.bottom || left > button.right, `covers no button, ${width} px`).toBe(true);
    const tracks = machine.top + machine.height * 0.78;
    expect.soft(tracks, `not above the grass, ${width} px`).toBeGreaterThan(edge.top);
    expect.soft(tracks, `not below it, ${width} px`).toBeLessThan(edge.bottom);
  }
  await block.getByRole("link", { name: "Get Your Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await page.goBack();
  await block.getByRole("link", { name: "View Services" }).click();
  await expect(page).toHaveURL("/services");
});

test("Home: three service cards with image, title, description and 'Request Service'; the other three, each a link to its card @once", async ({
  page,
}) => {
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText([
    "Septic & Drain Field Installation",
    "Basement Excavation",
    "GPS Dozer Work",
  ]);
  for (const card of await cards.all()) {
    const image = card.getByRole("img");
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(image).toHaveAccessibleName(/\w+ \w+/);
    await expect(card.getByRole("paragraph")).not.toBeEmpty();
    await expect(card.getByRole("link", { name: /^Request Service/ })).toBeVisible();
  }
  const offered = page.getByRole("region", { name: "What we do" });
  for (const [name, id] of [
    ["Driveway Construction", "driveway-construction"],
    ["Pool Excavation", "pool-excavation"],
    ["Snow Plowing", "snow-plowing"],
  ] as const)
    await expect(offered.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/services#${id}`);
});

test("Home: each card's 'Request Service' opens the modal with that service preselected", async ({
  page,
}) => {
  const types: [string, string][] = [
    ["septic-drain-field", "Septic & Drain Field Installation"],
    ["basement-excavation", "Basement Excavation"],
    ["gps-dozer-work", "GPS Dozer Work"],
  ];
  for (const [index, [id, label]] of types.entries()) {
    await page
      .getByRole("article")
      .nth(index)
      .getByRole("link", { name: /^Request Service/ })
      .click();
    const type = quoteDialog(page).getByLabel("Project Type *");
    await expect(type).toHaveValue(id);
    await expect(type.locator("option:checked")).toHaveText(label);
    await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
    await expect(quoteDialog(page)).toBeHidden();
  }
});

test("Home: service area with map, towns, notice and 'Contact Us Today' @once", async ({ page }) => {
  const area = page.getByRole("region", { name: "Where we work" });
  const map = area.getByRole("img", { name: /^Map of Southwest Michigan/ });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toBeVisible();
  const loaded = () => map.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(loaded).toBe(true);
  for (const town of TOWNS) await expect(map).toHaveAccessibleName(new RegExp(town));
  await expect(area.getByRole("listitem")).toHaveText(TOWNS);
  const notice =
    "Don't see your area? Contact us to check if we can serve your location. We often accommodate projects outside our standard service area.";
  await expect(area.getByText(notice, { exact: true })).toBeVisible();
  await area.getByRole("link", { name: "Contact Us Today" }).click();
  await expect(quoteDialog(page)).toBeVisible();
});
