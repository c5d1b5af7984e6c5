import type { Page } from "@playwright/test";
import { holdScripts, inBar, open, settled } from "../page";
import { CONTACT, closeModal, EMPTY, MODAL, newRequest } from "../quote";
import { expect, HOME_SERVICE, SERVICE, test } from "../test";

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const openModal = (page: Page) => inBar(page).click();

test("Draft: it lasts and is in the other form; gone once sent or emptied", async ({ page, forwarder }) => {
  const request = newRequest();
  await open(page, MODAL.at);
  await MODAL.fill(page, request);
  await page.reload();
  await settled(page, true);
  await MODAL.expectKept(page, request);
  await open(page, CONTACT.at);
  await CONTACT.expectKept(page, request);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await CONTACT.press(page);
  await CONTACT.expectSent(page, forwarder, request);
  expect(await stored(page)).not.toContain(request.projectLocation);
  await open(page, MODAL.at);
  await MODAL.expectKept(page, EMPTY);
  const phone = MODAL.form(page).getByLabel("Phone *");
  await phone.fill("269 555 0188");
  expect(await stored(page)).toContain("0188");
  await phone.fill("");
  expect(await stored(page)).not.toContain("quote-draft");
});

test("Draft: what the server gave back wins, and becomes the draft", async ({ page, forwarder }) => {
  const form = CONTACT.form(page);
  const request = newRequest({ fullName: "Given Back" });
  await open(page, CONTACT.at);
  await CONTACT.fill(page, { ...request, fullName: "Older Draft" });
  forwarder.behave("status", { status: 500 });
  const answered = page.waitForEvent("load");
  // As a browser without scripts posts it, so that the answer is a document.
  await form.getByLabel("Full Name *").evaluate((field: HTMLInputElement) => {
    field.value = "Given Back";
    field.form?.submit();
  });
  await answered;
  await settled(page, true);
  await expect(form.getByText("What you typed is still here.").last()).toBeVisible();
  await CONTACT.expectKept(page, request);
  await open(page, CONTACT.at);
  await CONTACT.expectKept(page, request);
});

test("Draft: a form works as before where the browser keeps nothing", async ({ page, forwarder }) => {
  await page.addInitScript(() => {
    for (const method of ["getItem", "setItem", "removeItem"] as const) {
      const own = Storage.prototype[method] as (...args: unknown[]) => unknown;
      // Remix remembers how far a page was scrolled; what becomes of that is not the matter here.
      Storage.prototype[method] = function (this: Storage, key: string, ...rest: unknown[]) {
        if (key === "quote-draft") throw new DOMException("no room", "QuotaExceededError");
        return own.call(this, key, ...rest);
      } as never;
    }
  });
  await open(page, CONTACT.at);
  const request = newRequest();
  await CONTACT.fill(page, request);
  // A modal over the contact page empties nothing when it goes.
  await openModal(page);
  await closeModal(page);
  await CONTACT.expectKept(page, request);
  await CONTACT.press(page);
  await CONTACT.expectSent(page, forwarder, request);
});

test("Draft: the modal keeps it when it closes, also for the form behind it", async ({ page }) => {
  const modal = MODAL.form(page);
  await open(page, "/about");
  await openModal(page);
  const request = newRequest();
  await MODAL.fill(page, request);
  await closeModal(page);
  await openModal(page);
  await MODAL.expectKept(page, request);
  // Nothing was tried yet, so nothing is marked.
  await expect(modal.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(modal.getByRole("button", { name: MODAL.submit })).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await inBar(page, "Contact").click();
  await CONTACT.expectKept(page, request);

  await openModal(page);
  await MODAL.expectKept(page, request);
  await modal.getByLabel("Full Name *").fill("Somebody Else");
  await modal.getByRole("link", { name: "Cancel" }).click();
  await CONTACT.expectKept(page, { ...request, fullName: "Somebody Else" });
  await openModal(page);
  await MODAL.press(page);
  await closeModal(page, "Back to the page");
  await CONTACT.expectKept(page, EMPTY);
});

test("Draft: a service asked for wins over its type; a type chosen by hand stays", async ({ page }) => {
  const type = MODAL.form(page).getByLabel("Project Type *");
  const name = MODAL.form(page).getByLabel("Full Name *");
  await open(page, `/quote?service=${SERVICE.id}`);
  await name.fill("Ann Example");
  await open(page, "/quote");
  // It was the card's choice, and closing clears it.
  await expect(type).toHaveValue("");
  await expect(name).toHaveValue("Ann Example");

  await open(page, `/quote?service=${SERVICE.id}`);
  await type.selectOption("other");
  await page.reload();
  await settled(page, true);
  await expect(type).toHaveValue("other");
  await open(page, `/services/quote?service=${HOME_SERVICE.id}`);
  await expect(type).toHaveValue(HOME_SERVICE.id);
  await expect(name).toHaveValue("Ann Example");
});

test("Draft: a type that only the address names is there again when a modal was over the form", async ({
  page,
}) => {
  await open(page, `${CONTACT.at}?service=pond`);
  await inBar(page).click();
  await closeModal(page);
  await expect(CONTACT.form(page).getByLabel("Project Type *")).toHaveValue("pond");
});

test("Draft: what was typed before React ran is newer", async ({ page }) => {
  const form = CONTACT.form(page);
  const request = newRequest();
  await open(page, CONTACT.at);
  await CONTACT.fill(page, { ...request, fullName: "Older Draft" });
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await form.getByLabel("Full Name *").fill(request.fullName);
  release();
  await settled(page, true);
  await CONTACT.expectKept(page, request);
  await open(page, CONTACT.at);
  await CONTACT.expectKept(page, request);
});

test("Draft: gone once sent, also after a tap while the scripts loaded", async ({ page, forwarder }) => {
  const form = CONTACT.form(page);
  const request = newRequest();
  const release = await holdScripts(page);
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await form.getByLabel("Full Name *").click();
  release();
  await settled(page, true);
  await CONTACT.fill(page, request);
  await CONTACT.press(page);
  await CONTACT.expectSent(page, forwarder, request);
  await CONTACT.expectKept(page, EMPTY);
  expect(await stored(page)).not.toContain("quote-draft");
});
