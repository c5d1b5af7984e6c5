import { quoteDialog } from "./quote";
import { expect, test } from "./test";

/** Specification, "Service card": in its order, its features in its words. */
const SERVICES = [
  {
    id: "septic-drain-field",
    title: "Septic & Drain Field Installation",
    features: [
      "system design and permitting",
      "excavation and installation",
      "pump station setup",
      "regular maintenance services",
    ],
  },
  {
    id: "basement-excavation",
    title: "Basement Excavation",
    features: ["precise excavation", "foundation preparation", "waterproofing setup", "grading and drainage"],
  },
  {
    id: "gps-dozer-work",
    title: "GPS Dozer Work",
    features: ["GPS-guided precision", "land clearing", "site preparation", "grading and leveling"],
  },
  {
    id: "driveway-construction",
    title: "Driveway Construction",
    features: ["site excavation", "base preparation", "grading and compaction", "drainage solutions"],
  },
  {
    id: "pool-excavation",
    title: "Pool Excavation",
    features: [
      "exact measurements",
      "proper drainage systems",
      "site preparation",
      "equipment access planning",
    ],
  },
  {
    id: "snow-plowing",
    title: "Snow Plowing",
    features: [
      "commercial snow removal",
      "residential plowing",
      "salt and sand application",
      "24/7 emergency service",
    ],
  },
];

test.beforeEach(async ({ page }) => {
  await page.goto("/services");
});

test("Services: badge and title @once", async ({ page }) => {
  await expect(page.getByText("Professional Services", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
});

test("Services: six cards in order, their titles shown in uppercase @once", async ({ page }) => {
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(
    SERVICES.map(({ title }) => title.toUpperCase()),
    { useInnerText: true },
  );
});

for (const [index, { id, title, features }] of SERVICES.entries()) {
  test(`Service card: ${id} has image, title, description, four features and its request @once`, async ({
    page,
  }) => {
    const card = page.getByRole("article").nth(index);
    await expect(card.getByRole("heading")).toHaveText(title);
    const image = card.getByRole("img");
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(card.getByRole("paragraph")).not.toBeEmpty();
    await expect(card.getByRole("listitem")).toHaveText(
      features.map((feature) => new RegExp(`^${feature}$`, "i")),
    );

    await card.getByRole("link", { name: /^Request Service/ }).click();
    const type = quoteDialog(page).getByLabel("Project Type *");
    await expect(type).toHaveValue(id);
    await expect(type.locator("option:checked")).toHaveText(title);
  });
}

test("Service card: pool excavation mentions working with a pool installer @once", async ({ page }) => {
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Pool Excavation" }) });
  await expect(card.getByRole("paragraph")).toContainText("pool installer");
});

test("Services: the closing block has no view-services button @once", async ({ page }) => {
  const block = page.getByRole("region", { name: "Ready to Break Ground?" });
  await expect(block.getByRole("link")).toHaveText(["Get Your Quote"]);
  await expect(page.getByRole("main").getByRole("link", { name: "View Services" })).toHaveCount(0);
});

test("Services: the drawings of a septic system and of a driveway are shown @once", async ({ page }) => {
  await page.goto("/services");
  const drawings = page.locator("figure.drawing");
  await expect(drawings).toHaveCount(2);
  for (const drawing of await drawings.all()) {
    await drawing.scrollIntoViewIfNeeded();
    await expect(drawing).toContainText("in general");
    const picture = drawing.getByRole("img", { name: /^Section through/ });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});
