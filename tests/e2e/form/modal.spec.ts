import type { Page } from "@playwright/test";
import { quoteDialog, settled } from "../quote";
import { expect, test } from "../test";

const inBar = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Get Quote" });
const inFooter = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: "Request Quote" });
const inMain = (name: string | RegExp) => (page: Page) => page.getByRole("main").getByRole("link", { name });
const card = (title: string) => inMain(new RegExp(`^Request Service\\W+${title}`));

/** Every opener of the site beyond the top bar's and the footer's, which each page has. */
const OPENERS: [
  path: string,
  openers: [name: string, find: (page: Page) => ReturnType<typeof inBar>, type: string][],
][] = [
  [
    "/",
    [
      ["hero", inMain(/^Contact Us$/), ""],
      ["septic card", card("Septic"), "septic-drain-field"],
      ["basement card", card("Basement"), "basement-excavation"],
      ["GPS dozer card", card("GPS Dozer"), "gps-dozer-work"],
      ["service area", inMain("Contact Us Today"), ""],
      ["closing block", inMain("Get Your Quote"), ""],
    ],
  ],
  ["/about", [["closing block", inMain("Get Your Quote"), ""]]],
  [
    "/services",
    [
      ["septic card", card("Septic"), "septic-drain-field"],
      ["basement card", card("Basement"), "basement-excavation"],
      ["GPS dozer card", card("GPS Dozer"), "gps-dozer-work"],
      ["driveway card", card("Driveway"), "driveway-construction"],
      ["pool card", card("Pool"), "pool-excavation"],
      ["snow card", card("Snow"), "snow-plowing"],
      ["closing block", inMain("Get Your Quote"), ""],
    ],
  ],
  ["/contact", [["service area", inMain("Contact Us Today"), ""]]],
  ["/privacy-policy", []],
  ["/terms-of-service", []],
];

for (const [path, openers] of OPENERS) {
  test(`Quote modal: opened from every place of ${path}`, async ({ page }) => {
    await page.goto(path);
    for (const [name, find, type] of [
      ["top bar", inBar, ""],
      ["footer", inFooter, ""],
      ...openers,
    ] as const) {
      await test.step(name, async () => {
        await find(page).click();
        const dialog = quoteDialog(page);
        await expect(dialog).toBeVisible();
        await expect(page).toHaveTitle("Get Your Free Quote | Hometown Excavating");
        expect(new URL(page.url()).pathname).toBe(path === "/" ? "/quote" : `${path}/quote`);
        await expect(dialog.getByLabel("Project Type *")).toHaveValue(type);
        await dialog.getByRole("link", { name: "Cancel" }).click();
        await expect(dialog).toBeHidden();
        expect(new URL(page.url()).pathname).toBe(path);
      });
    }
  });
}

test("Quote modal: title, header and text @once @reads", async ({ page }) => {
  await page.goto("/quote");
  const dialog = quoteDialog(page);
  await expect(dialog.getByRole("heading", { name: "GET YOUR FREE QUOTE" })).toBeVisible();
  await expect(
    dialog.getByText("Fill out the form below and we'll get back to you as soon as we can.", { exact: true }),
  ).toBeVisible();
});

test("Quote modal: the page lies behind it, inert, and Tab stays within", async ({ page, js }) => {
  await page.goto("/services");
  await settled(page, js);
  await inBar(page).click();
  const dialog = quoteDialog(page);
  await expect(dialog).toBeVisible();
  await expect(page.locator("main h1")).toBeVisible();
  for (const part of ["header", "main", "footer"])
    await expect(page.locator(part)).toHaveAttribute("inert", "");
  await dialog.getByLabel("Full Name *").focus();
  for (let presses = 0; presses < 24; presses++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest("dialog")
        ? null
        : activeElement?.outerHTML;
    });
    expect(outside, `after ${presses + 1} presses of Tab`).toBeNull();
  }
});

test("Quote modal: focus moves to its first field @script", async ({ page }) => {
  // Moving focus on opening is a comfort of React's; without it the modal is a page of its own.
  await page.goto("/about");
  await settled(page, true);
  await inBar(page).click();
  await expect(quoteDialog(page).getByLabel("Full Name *")).toBeFocused();
});

test("Quote modal: opening it asks the server for no data @script", async ({ page }) => {
  // Without JavaScript the modal is a document of its own.
  await page.goto("/services");
  await settled(page, true);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
  });
  await card("Pool")(page).click();
  await expect(quoteDialog(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
});
