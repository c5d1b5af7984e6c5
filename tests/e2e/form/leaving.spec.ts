import type { Page } from "@playwright/test";
import type { Forwarder } from "../../forwarder/forwarder.mjs";
import { inBar, open, settled } from "../page";
import { CONTACT, EMPTY, FAILURE, type Form, MODAL, newRequest, SENT_EARLIER, SUCCESS } from "../quote";
import { expect, headline, test } from "../test";

const NOT_SENT =
  "This request was not sent. What you typed is still here. Try again, or call (269) 555-0123.";
const status = (page: Page) => page.getByRole("status").filter({ visible: true });

const esc = (page: Page) => page.keyboard.press("Escape");
const link = (page: Page) => inBar(page, "About").click();
const menu = (page: Page) => page.getByRole("button", { name: /menu/i }).click();
const openModal = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: "Get Your Quote" }).click();

/** Ways to leave a form that is being sent, each to a page without a form. */
const WAYS: [name: string, one: Form, leave: (page: Page) => Promise<unknown>][] = [
  ["Back", MODAL, (page) => page.goBack()],
  ["Esc, twice", MODAL, (page) => esc(page).then(() => esc(page))],
  ["a link", CONTACT, link],
  ["the menu", CONTACT, (page) => menu(page).then(() => link(page))],
];

for (const [way, one, leave] of WAYS)
  test(`Form: left by ${way} while sending, the next page tells @script`, async ({ page, forwarder }) => {
    if (way === "the menu") await page.setViewportSize({ width: 360, height: 800 });
    for (const isAccepted of [true, false])
      await test.step(isAccepted ? "sent" : "not sent", async () => {
        forwarder.reset();
        if (!isAccepted) forwarder.behave("status", { status: 500 });
        const release = forwarder.hold();
        const request = newRequest();
        await open(page, one === CONTACT ? CONTACT.at : "/about");
        if (one === MODAL) await openModal(page);
        await one.send(page, request);
        await expect(one.form(page).getByRole("button", { name: "Sending..." })).toBeVisible();
        await expect.poll(() => forwarder.received.length).toBe(1);
        await leave(page);
        await expect(page).toHaveURL(/\/about/);
        await expect(MODAL.form(page)).toBeHidden();
        await expect(headline(page)).toBeVisible();
        await expect(status(page)).toHaveText("Your quote request is being sent...");
        release();
        await expect(status(page)).toContainText(isAccepted ? SENT_EARLIER : NOT_SENT);
        one.expectArrived(forwarder, request);

        // What follows is the same after each way to leave a form.
        if (way !== "Back" && way !== "a link") return;
        if (isAccepted) {
          await page.reload();
          await expect(status(page)).toContainText(SENT_EARLIER);
          await openModal(page);
          await MODAL.expectKept(page, EMPTY);
          await MODAL.form(page).getByRole("link", { name: "Cancel" }).click();
        } else {
          forwarder.reset();
          await page.getByRole("link", { name: "Open the form" }).click();
          await expect(MODAL.form(page).getByText(FAILURE, { exact: true })).toBeVisible();
          await MODAL.expectKept(page, request);
          await MODAL.form(page).getByRole("button", { name: MODAL.submit }).click();
          await MODAL.form(page).getByRole("link", { name: "Back to the page" }).click();
          await expect(status(page)).toContainText(SENT_EARLIER);
        }
      });
  });

for (const [outcome, behavior] of [
  ["sent", () => {}],
  ["not sent", (forwarder: Forwarder) => forwarder.behave("status", { status: 500 })],
] as const)
  test(`Form: left for another page, that says it was ${outcome} @script`, async ({ page, forwarder }) => {
    behavior(forwarder);
    const release = forwarder.hold();
    // React runs on neither page behind.
    await page.goto("/about");
    await page.goto(MODAL.at);
    await page.mouse.move(300, 300);
    await settled(page, true);
    const request = newRequest();
    await MODAL.send(page, request);
    await expect.poll(() => forwarder.received.length).toBe(1);
    await page.goBack();
    await expect(MODAL.form(page)).toBeHidden();
    release();
    await expect(status(page)).toContainText(outcome === "sent" ? SENT_EARLIER : NOT_SENT);
    if (outcome === "sent") expect(forwarder.received).toHaveLength(1);
    else {
      await page.getByRole("link", { name: "Open the form" }).click();
      await MODAL.expectKept(page, request);
    }
    // It is said once.
    await page.goto("/services");
    await page.mouse.move(310, 310);
    await settled(page, true);
    await expect(status(page)).toHaveCount(0);
  });

test("Quote modal: left by Back from its thanks, the page behind has them @script", async ({ page }) => {
  await open(page, "/about");
  await openModal(page);
  await MODAL.send(page);
  await expect(MODAL.form(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  await page.goBack();
  await expect(MODAL.form(page)).toBeHidden();
  await expect(status(page)).toContainText(SENT_EARLIER);
  await expect(page).toHaveURL(/\/about\?sent=earlier&mark=/);
});
