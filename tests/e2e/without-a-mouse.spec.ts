import type { Page } from "@playwright/test";
import { expectFocusSeen, tabTo, typeRequest } from "./checks/keyboard";
import { open } from "./page";
import { CONTACT, earlierAddress, MODAL, newRequest, quoteDialog, sentAddress } from "./quote";
import { expect, test } from "./test";

const pageIsNoWider = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

test("Keyboard: a quote is written and sent, once with forced colors", async ({ page, js, forwarder }) => {
  await page.emulateMedia(js ? { reducedMotion: "no-preference" } : { forcedColors: "active" });
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Get Your Quote" }));
  await page.keyboard.press("Enter");
  const form = quoteDialog(page);
  await expect(form).toBeVisible();
  await pageIsNoWider(page);
  if (js) await expect(form.getByLabel("Full Name *")).toBeFocused();

  const request = newRequest();
  await typeRequest(page, form, request);
  await tabTo(page, form.getByRole("button", { name: MODAL.submit }));
  await page.keyboard.press("Enter");
  await MODAL.expectSent(page, forwarder, request);
  // What tells of it has the focus, so that the next Tab goes on from there.
  await expect(form.locator(".message")).toBeFocused();
  await tabTo(page, form.getByRole("link", { name: "Back to the page" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/about");
});

test("Keyboard at 400 % zoom: a form is refused, mended and sent", async ({ page, forwarder }) => {
  // 1280 px at 400 %: WCAG's own measure for reflow.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/contact");
  const form = CONTACT.form(page);
  const button = form.getByRole("button", { name: CONTACT.submit });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await expect(form.locator(".error-summary")).toBeFocused();
  await page.keyboard.press("Tab");
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Full Name *")).toBeFocused();
  await expectFocusSeen(page);
  await pageIsNoWider(page);

  const request = newRequest();
  await typeRequest(page, form, request);
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await CONTACT.expectSent(page, forwarder, request);
});

for (const [path, width, height] of [
  ["/", 1280, 800],
  ["/", 320, 568],
  ["/contact", 320, 256],
] as const)
  test(`Keyboard: through ${path} and out of it, ${width} × ${height} @once`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    const legal = page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" });
    await tabTo(page, legal);
    await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
    await tabTo(page, legal, "Shift+Tab");
  });

test("Keyboard: the focus is never under the line that says a request was sent @once", async ({ page }) => {
  const earlier = earlierAddress(await sentAddress(page, "/about/quote"));
  for (const [width, height] of [
    [360, 640],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(earlier);
    const terms = page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" });
    await tabTo(page, terms);
    await tabTo(page, page.getByRole("main").getByRole("link", { name: "Get Your Quote" }), "Shift+Tab");
  }
});

test("Keyboard: without a script each stop in the quote form is seen @no-script", async ({ page }) => {
  // With one the first stop is the first field.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/about/quote");
  await page.keyboard.press("Tab");
  // It is the dialog itself, so that the arrow keys scroll it: its card shows that.
  await expect(quoteDialog(page)).toBeFocused();
  await expect(page.locator(".quote-card")).toHaveCSS("outline-width", "3px");
  await tabTo(page, quoteDialog(page).getByRole("button", { name: MODAL.submit }));
});

test("Keyboard: the skip link makes no entry in the history @script", async ({ page }) => {
  // Without JavaScript it is a plain link.
  for (const running of [false, true]) {
    await open(page, "/about", running);
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    // Below the bar, as the browser's own jump would be.
    expect((await page.getByRole("main").boundingBox())?.y).toBe(70);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await expect(page).toHaveURL("/about");
  }
});

test("Keyboard: the menu of a low window opens, is walked through, and closes", async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page, "/", js);
  const menu = page.getByRole("navigation", { name: "Main" });
  const last = menu.getByRole("link", { name: "Get Quote" });
  const button = page.getByRole("button", { name: "Menu" });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await tabTo(page, last);
  // Past its last link it closes; only a script can do that. Without one it stays open.
  if (js) await page.keyboard.press("Tab");
  else {
    await tabTo(page, menu.getByRole("link", { name: "Home" }));
    await tabTo(page, last, "Shift+Tab");
    await page.keyboard.press("Escape");
  }
  await expect(menu).toBeHidden();
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Contact Us", exact: true }));
  await button.focus();
  await page.keyboard.press("Enter");
  await tabTo(page, menu.getByRole("link", { name: "Services" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/services");
  await expect(menu).toBeHidden();
});
