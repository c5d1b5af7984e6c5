import type { Page } from "@playwright/test";
import { holdScripts, inBar, open, settled } from "../page";
import { CONTACT, quoteDialog } from "../quote";
import { expect, HOME_SERVICE, headline, SERVICE, test } from "../test";

// It closes as visitors see it close.
test.use({ reducedMotion: "no-preference" });

const inCard = ({ title }: { title: string }) => new RegExp(`^Request Service\\W+${title}$`);
const card = (page: Page) => page.getByRole("link", { name: inCard(SERVICE) });
const close = (page: Page, name: string) => quoteDialog(page).getByRole("link", { name });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Each way out. Esc closes only a modal dialog, and only a script opens one. */
const WAYS: [name: string, leave: (page: Page) => Promise<unknown>, script?: "script"][] = [
  // It must not go back two pages.
  ["a double click on Cancel", (page) => close(page, "Cancel").dblclick()],
  ["the close button", (page) => close(page, "Close").click()],
  ["a click on the backdrop", (page) => page.mouse.click(20, 400)],
  ["Back", (page) => page.goBack()],
  ["Esc", (page) => page.keyboard.press("Escape"), "script"],
];

test("Quote modal: each way out leads to the place it was opened from", async ({ page, js }) => {
  await page.goto("/about");
  await open(page, "/services", js);
  const dialog = quoteDialog(page);
  for (const [name, leave] of WAYS.filter(([, , script]) => js || !script))
    await test.step(name, async () => {
      await card(page).scrollIntoViewIfNeeded();
      const before = await scrolled(page);
      expect(before).toBeGreaterThan(200);
      await card(page).click();
      await expect(dialog.getByLabel("Project Type *")).toHaveValue(SERVICE.id);
      if (js) expect(await scrolled(page)).toBe(before);
      await dialog.getByLabel("Full Name *").fill("Somebody");
      await leave(page);
      await expect(dialog).toBeHidden();
      // What the second of two clicks does may come late.
      if (name.includes("double")) await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(new RegExp(`/services(#${SERVICE.id})?$`));
      await expect(page.locator("main")).not.toHaveAttribute("inert");
      await expect(card(page)).toBeInViewport();
      if (!js) return; // Nothing is kept of what was opened before.
      expect(await scrolled(page)).toBe(before);
      // The second of two clicks may be one on the page behind, which takes the focus.
      if (!name.includes("double")) await expect(card(page)).toBeFocused();
      await inBar(page).click();
      await expect(dialog.getByLabel("Project Type *")).toHaveValue("");
      await close(page, "Cancel").click();
      await expect(dialog).toBeHidden();
    });
});

test("Quote modal: entered by its address it closes to the page behind", async ({ page, js }) => {
  // With a menu button, too.
  await page.setViewportSize({ width: 390, height: 800 });
  for (const typing of js ? [false, true] : [false]) {
    await page.goto("about:blank"); // Not the page behind: closing would go back to it.
    const release = await holdScripts(page);
    await page.goto(`/about/quote?service=${SERVICE.id}`, { waitUntil: "commit" });
    if (typing) await quoteDialog(page).getByLabel("Phone *").fill("269 555 0188");
    release();
    await settled(page, js);
    if (js) await page.keyboard.press("Escape");
    else await close(page, "Close").click();
    await expect(quoteDialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.locator("main .story")).toBeVisible();
    if (js) await expect(headline(page)).toBeFocused();
  }
});

test("Quote modal: over the contact page it leaves that form as it was @script", async ({ page }) => {
  // Without JavaScript the modal is a page of its own.
  await open(page, `/contact?service=${SERVICE.id}`);
  const type = CONTACT.form(page).getByLabel("Project Type *");
  await CONTACT.press(page);
  for (const [chosen, shown] of [[SERVICE.id, ""], Array(2).fill(HOME_SERVICE.id)]) {
    await type.selectOption(chosen);
    await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
    await inBar(page).click();
    await expect(page).toHaveTitle("Get Your Free Quote | Hometown Excavating");
    await expect(quoteDialog(page).getByLabel("Project Type *")).toHaveValue(shown);
    await close(page, "Cancel").click();
    await expect(quoteDialog(page)).toBeHidden();
    await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
    await expect(type).toHaveValue(chosen);
  }
});

/** Links to the form, and the heading each one stands below. */
const STATUSES: [path: string, link: RegExp, heading: string][] = [
  ["/services", inCard(SERVICE), `#${SERVICE.id}`],
  ["/", inCard(HOME_SERVICE), `#${HOME_SERVICE.id}`],
  ["/", /^Contact Us Today$/, "#service-area"],
  ["/about", /^Get Your Quote$/, "#call-to-action"],
  ["/about", /^Request Quote$/, "#quick-links"],
];

test("Quote modal: without JavaScript the page behind stays by the link @no-script", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, link, heading] of STATUSES)
    await test.step(`${path} ${heading}`, async () => {
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      await page.getByRole("link", { name: link }).click();
      await expect(quoteDialog(page)).toBeVisible();
      await expect(page.locator(heading)).toBeInViewport();
      await close(page, "Close").click();
      await expect(quoteDialog(page)).toBeHidden();
      await expect(page).toHaveURL(path + heading);
      await expect(page.locator(heading)).toBeInViewport();
    });
});
