import type { Page } from "@playwright/test";
import { fill, newRequest, quoteDialog, SUCCESS, settled } from "../quote";
import { expect, test } from "../test";

// It closes as visitors see it close.
test.use({ reducedMotion: "no-preference" });

const poolCard = (page: Page) => page.getByRole("link", { name: /^Request Service\W+Pool Excavation$/ });

/** Each way out. Esc closes only a modal dialog, and only a script opens one. */
const WAYS: [name: string, close: (page: Page) => Promise<unknown>, script?: "script"][] = [
  ["the close button", (page) => quoteDialog(page).getByRole("link", { name: "Close" }).click()],
  ["Cancel", (page) => quoteDialog(page).getByRole("link", { name: "Cancel" }).click()],
  ["a click on the backdrop", (page) => page.mouse.click(20, 400)],
  ["Back", (page) => page.goBack()],
  ["Esc", (page) => page.keyboard.press("Escape"), "script"],
];

test("Quote modal: closes on the close button, Cancel, a click on the backdrop, Back and Esc, and forgets the selected service", async ({
  page,
  js,
}) => {
  for (const [name, close] of WAYS.filter(([, , script]) => js || !script)) {
    await test.step(name, async () => {
      await page.goto("/services");
      await settled(page, js);
      await poolCard(page).click();
      const dialog = quoteDialog(page);
      await expect(dialog.getByLabel("Project Type *")).toHaveValue("pool-excavation");
      await dialog.getByLabel("Full Name *").fill("Somebody");
      await close(page);
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/\/services(#pool-excavation)?$/);
      await expect(page.locator("main")).not.toHaveAttribute("inert");

      await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
      await expect(dialog.getByLabel("Project Type *")).toHaveValue("");
    });
  }
});

test("Quote modal: a double click on Cancel closes it once", async ({ page, js }) => {
  await page.goto("/about");
  await page.goto("/services");
  await settled(page, js);
  await poolCard(page).click();
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).dblclick();
  await expect(quoteDialog(page)).toBeHidden();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(/\/services(#pool-excavation)?$/);
});

test("Quote modal: entered by its address it closes to the page behind", async ({ page }) => {
  await page.goto("/about/quote?service=snow-plowing");
  await quoteDialog(page).getByRole("link", { name: "Close" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator("main .story")).toBeVisible();
});

test("Quote modal: entered by its address, Esc leaves the focus on the title of the page @script", async ({
  page,
}) => {
  // Only a script opens a modal dialog, which Esc closes.
  // With a menu button, too.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/about/quote");
  await settled(page, true);
  await page.keyboard.press("Escape");
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Quote modal: whoever typed before React ran finds the focus on the title of the page, too @script", async ({
  page,
}) => {
  // Without JavaScript closing loads the page anew.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/about/quote", { waitUntil: "commit" });
  await quoteDialog(page).getByLabel("Phone *").fill("269 555 0188");
  release();
  await settled(page, true);
  await page.keyboard.press("Escape");
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Quote modal: over the contact page it leaves that form's preselected service alone @script", async ({
  page,
}) => {
  // Without JavaScript the modal is a page of its own.
  await page.goto("/contact?service=pool-excavation");
  await settled(page, true);
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  await expect(quoteDialog(page).getByLabel("Project Type *")).toHaveValue("");
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  const behind = page.getByRole("region", { name: "Send us a message" });
  await expect(behind.getByLabel("Project Type *")).toHaveValue("pool-excavation");
});

test("Quote modal: closing returns to the place it was opened from", async ({ page, js }) => {
  await page.goto("/services");
  await settled(page, js);
  await poolCard(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await poolCard(page).click();
  await expect(quoteDialog(page)).toBeVisible();
  if (js) expect(await page.evaluate(() => scrollY)).toBe(before);
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(poolCard(page)).toBeInViewport();
  if (js) {
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect(poolCard(page)).toBeFocused();
  }
});

/** Links to the form, and the heading each one stands below. */
const PLACES: [path: string, link: RegExp, heading: string][] = [
  ["/services", /^Request Service\W+Pool Excavation$/, "#pool-excavation"],
  ["/", /^Request Service\W+GPS Dozer Work$/, "#gps-dozer-work"],
  ["/", /^Contact Us Today$/, "#service-area"],
  ["/about", /^Get Your Quote$/, "#call-to-action"],
  ["/about", /^Request Quote$/, "#quick-links"],
];

test("Quote modal: without JavaScript the page behind stays by the link, and so it does after closing @no-script", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, link, heading] of PLACES) {
    await test.step(`${path} ${heading}`, async () => {
      await page.goto(path);
      await page.getByRole("link", { name: link }).click();
      await expect(quoteDialog(page)).toBeVisible();
      await expect(page.locator(heading)).toBeInViewport();
      await quoteDialog(page).getByRole("link", { name: "Close" }).click();
      await expect(quoteDialog(page)).toBeHidden();
      await expect(page).toHaveURL(path + heading);
      await expect(page.locator(heading)).toBeInViewport();
    });
  }
});

test("Quote modal: without JavaScript closing returns to the link after sending, too @no-script", async ({
  page,
}) => {
  await page.goto("/about");
  await page.getByRole("link", { name: "Get Your Quote" }).click();
  await fill(quoteDialog(page), newRequest());
  await quoteDialog(page).getByRole("button", { name: "Send Message & Get Quote" }).click();
  await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  await quoteDialog(page).getByRole("link", { name: "Back to the page" }).click();
  await expect(page).toHaveURL(/\/about\?sent=earlier&mark=[\w.-]+#call-to-action$/);
  await expect(page.locator("#call-to-action")).toBeInViewport();
});

test("Quote modal: opened from the menu it returns focus to the menu button @script", async ({ page }) => {
  // Without JavaScript closing loads the page anew.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/about");
  await settled(page, true);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
});

test("Quote modal: after a successful submit it closes at once on each of its links", async ({
  page,
  js,
}) => {
  for (const name of ["Close", "Back to the page"]) {
    await page.goto("/about");
    await settled(page, js);
    await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
    const dialog = quoteDialog(page);
    await fill(dialog, newRequest());
    await dialog.getByRole("button", { name: "Send Message & Get Quote" }).click();
    await expect(dialog.getByText(SUCCESS, { exact: true })).toBeVisible();
    await expect(dialog).toHaveAccessibleName("Thank you");
    await expect(page).toHaveTitle("Thank you | Hometown Excavating");
    await dialog.getByRole("link", { name }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/about\?sent=earlier&mark=[\w.-]+$/);
    await expect(page).toHaveTitle("About Us | Hometown Excavating");
  }
});
