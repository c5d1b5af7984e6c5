import type { Page } from "@playwright/test";
import { open, settled } from "../page";
import { CONTACT, EMPTY, MESSAGE_MS, MODAL, SENT_EARLIER, SUCCESS } from "../quote";
import { expect, SERVICE, stopClock, test } from "../test";

test.use({ lasting: false });

test("Form of the contact page: thanks for 5,000 ms, over an empty form", async ({ page, js }) => {
  if (js) await page.clock.install();
  await open(page, CONTACT.at, js);
  const form = CONTACT.form(page);
  if (js) await stopClock(page);
  await CONTACT.send(page);
  const message = form.getByRole("status").filter({ hasText: SUCCESS });
  await expect(message).toHaveText(SUCCESS);
  await expect(message).toHaveCSS("color", "rgb(43, 96, 72)");
  await CONTACT.expectKept(page, EMPTY);
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);

  if (!js) return expect(await page.content(), "nothing is timed").not.toContain("http-equiv");
  const field = form.getByLabel("Full Name *");
  const before = await field.boundingBox();
  await page.clock.runFor(MESSAGE_MS - 1);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toBeHidden();
  await page.clock.runFor(1000);
  await expect(form.getByText(SENT_EARLIER, { exact: true })).toBeVisible();
  expect(await field.boundingBox(), "nothing moves by itself").toEqual(before);
});

/** What stops the 5,000 ms in the modal, and a link that closes it at once. */
const STOPS: [act: (page: Page) => Promise<unknown>, link: string][] = [
  [(page) => page.keyboard.press("ArrowDown"), "Back to the page"],
  [(page) => MODAL.form(page).getByRole("link", { name: "Back to the page" }).focus(), "Close"],
];

test("Quote modal: thanks for 5,000 ms, longer if used, then a status line", async ({ page, js }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  if (js) await page.clock.install();
  await open(page, `/services/quote?service=${SERVICE.id}`, js);
  const dialog = MODAL.form(page);
  const thanks = dialog.getByText(SUCCESS, { exact: true });
  const back = dialog.getByRole("link", { name: "Back to the page" });
  if (js) await stopClock(page);
  await MODAL.send(page);
  await expect(thanks).toBeVisible();
  await expect(dialog).toHaveAccessibleName("Request sent");

  if (js) {
    await page.clock.runFor(MESSAGE_MS - 1);
    await expect(thanks).toBeVisible();
    await page.clock.runFor(1);
    await expect(dialog).toBeHidden();
    // A screen reader reads out what changes in a live region that is there before its words are.
    const region = page.getByRole("status");
    await expect(region).toHaveText([""]);
    await region.evaluate((element) => element.setAttribute("data-same", ""));
    await page.clock.runFor(1000);
    await expect(page.locator("[data-same] p")).toHaveText(SENT_EARLIER);
    await expect(page.locator("[data-same]")).toBeFocused();
    await page.clock.runFor(60_000);
  } else {
    expect(await page.content(), "nothing is timed").not.toContain("http-equiv");
    await back.click();
    await expect(dialog).toBeHidden();
  }
  await expect(page).toHaveURL(new RegExp(`/services\\?sent=earlier&mark=[\\w.-]+#${SERVICE.id}$`));
  await page.reload();
  await settled(page, js);
  const line = page.getByRole("status");
  await expect(line.getByText(SENT_EARLIER, { exact: true })).toBeVisible();
  await line.getByRole("link", { name: "Close" }).click();
  await expect(line).toHaveText("");
  await expect(page).toHaveURL(/\/services$/);

  // Without JavaScript the first of them closed it above.
  for (const [act, link] of js ? STOPS : STOPS.slice(1))
    await test.step(`closed by "${link}"`, async () => {
      await page.getByRole("link", { name: "Get Your Quote" }).click();
      await MODAL.expectKept(page, EMPTY);
      await MODAL.send(page);
      await expect(thanks).toBeVisible();
      if (js) {
        await page.clock.runFor(MESSAGE_MS - 1);
        await act(page);
        await page.clock.runFor(60_000);
        await expect(thanks).toBeVisible();
      }
      await dialog.getByRole("link", { name: link }).click();
      await expect(dialog).toBeHidden();
      // Without JavaScript it returns to the link.
      await expect(page).toHaveURL(
        js
          ? /\/services\?sent=earlier&mark=[\w.-]+$/
          : /\/services\?sent=earlier&mark=[\w.-]+#call-to-action$/,
      );
      if (!js) await expect(page.locator("#call-to-action")).toBeInViewport();
      await expect(page).toHaveTitle(/Services/);
    });
});
