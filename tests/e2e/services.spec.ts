import { quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

/** The six services in their order, with the features in the owner's words. */
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

test("Services: badge, title, six cards in order, drawings, rules and the closing block @once @reads", async ({
  page,
}) => {
  await expect(page.getByText("Professional Services", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
  // Shown in uppercase.
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(
    SERVICES.map(({ title }) => title.toUpperCase()),
    { useInnerText: true },
  );

  // The small pictures of the index leave the line to the first large one.
  await expect(page.locator('img[fetchpriority="low"]')).toHaveCount(6);
  const pool = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Pool Excavation" }) });
  await expect(pool.getByRole("paragraph")).toContainText("pool installer");

  const block = page.getByRole("region", { name: "Ready to Break Ground?" });
  await expect(block.getByRole("link")).toHaveText(["Get Your Quote"]);
  await expect(page.getByRole("main").getByRole("link", { name: "View Services" })).toHaveCount(0);

  const drawings = page.getByRole("region", { name: "Under the surface" });
  await expect(drawings).toContainText("not to scale");
  await expect(drawings.getByRole("figure")).toHaveCount(2);
  for (const picture of await drawings.getByRole("img", { name: /^Section / }).all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }

  const rules = page.getByRole("region", { name: "Before any dig" });
  await expect(rules.getByRole("listitem")).toHaveCount(5);
  for (const source of ["MISS DIG 811", "Michigan EGLE", "County Road Association of Michigan"])
    await expect(page.getByRole("main").getByRole("link", { name: source })).toHaveCount(1);
});

test("Service cards: each has image, title, description, four features and its request @once @reads", async ({
  page,
}) => {
  for (const [index, { id, title, features }] of SERVICES.entries()) {
    const card = page.getByRole("article").nth(index);
    await expect(card.getByRole("heading")).toHaveText(title);
    const image = card.getByRole("img");
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(card.getByRole("paragraph")).not.toBeEmpty();
    await expect(card.getByRole("list", { name: `Included: ${title}` }).getByRole("listitem")).toHaveText(
      features.map((feature) => new RegExp(`^${feature}$`, "i")),
    );

    await card.getByRole("link", { name: /^Request Service/ }).click();
    const type = quoteDialog(page).getByLabel("Project Type *");
    await expect(type).toHaveValue(id);
    await expect(type.locator("option:checked")).toHaveText(title);
    await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
    await expect(quoteDialog(page)).toBeHidden();
  }
});

test("Services: each model has a number for each part in the list beside it, on the picture @once @reads", async ({
  page,
}) => {
  for (const { title } of SERVICES) {
    const card = page
      .getByRole("article")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    const parts = card.getByRole("list", { name: `In the model: ${title}` }).getByRole("listitem");
    const count = await parts.count();
    expect(count, title).toBeGreaterThanOrEqual(5);
    const discs = card.locator(".disc");
    await expect(discs).toHaveText(Array.from({ length: count }, (_, index) => String(index + 1)));
    const picture = await card.getByRole("img").boundingBox();
    for (const disc of await discs.all()) {
      const box = await disc.boundingBox();
      if (!picture || !box) throw new Error(`${title}: no box`);
      expect(box.x, title).toBeGreaterThan(picture.x);
      expect(box.x + box.width, title).toBeLessThan(picture.x + picture.width);
      expect(box.y, title).toBeGreaterThan(picture.y);
      expect(box.y + box.height, title).toBeLessThan(picture.y + picture.height);
    }
  }
});

test("Services: a part pointed at in the list grows its number on the model @once @reads", async ({
  page,
}) => {
  const card = page.getByRole("article").first();
  const width = async () => (await card.locator(".disc").nth(2).boundingBox())?.width ?? 0;
  const before = await width();
  await card.getByText("Effluent filter").hover();
  await expect.poll(width).toBeGreaterThan(before * 1.3);
});

test("Services: the small pictures at the top lead to their cards @once @reads", async ({ page }) => {
  const jumps = page.getByRole("navigation", { name: "Services on this page" }).getByRole("link");
  await expect(jumps).toHaveText([
    "Septic & Drain Field",
    "Basement",
    "GPS Dozer",
    "Driveway",
    "Pool",
    "Snow",
  ]);
  for (const [index, { id, title }] of SERVICES.entries()) {
    await jumps.nth(index).click();
    await expect(page).toHaveURL(`/services#${id}`);
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeInViewport();
  }
});

test("Services: the page is at most 4,800 px high on a desktop, 11,000 on a phone @once @reads", async ({
  page,
}) => {
  for (const [width, most] of [
    [1280, 4800],
    [360, 11_000],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most);
  }
});

test("Services: a link to a service takes the keyboard there, to a place that has its name and begins with its heading", async ({
  page,
  js,
}) => {
  await settled(page, js);
  const heading = page.getByRole("heading", { name: "Pool Excavation", exact: true });
  const pool = page.getByRole("article").filter({ has: heading });
  for (const link of [
    page.getByRole("navigation", { name: "Services on this page" }).getByRole("link", { name: "Pool" }),
    page.getByRole("contentinfo").getByRole("link", { name: "Pool Excavation" }),
  ]) {
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/services#pool-excavation");
    await expect(heading).toBeInViewport();
    if (js) await expect(heading).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(pool.getByRole("checkbox")).toBeFocused();
  }
  const order = await pool.evaluate((card) =>
    [...card.querySelectorAll("h3, input, img")].map(({ localName }) => localName),
  );
  expect(order.slice(0, 3)).toEqual(["h3", "input", "img"]);
});
