import type { Page } from "@playwright/test";
import {
  EMPTY,
  expectKept,
  expectSent,
  FORMS,
  fill,
  holdScripts,
  newRequest,
  open,
  press,
  quoteDialog,
  settled,
} from "../quote";
import { expect, HOME_SERVICE, SERVICE, test } from "../test";

const [MODAL, CONTACT] = FORMS;
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const openModal = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();

test("Draft: there after a reload and in the other form; gone once sent or emptied", async ({
  page,
  forwarder,
}) => {
  const request = newRequest();
  await open(page, MODAL.at);
  await fill(MODAL.form(page), request);
  await page.reload();
  await settled(page, true);
  await expectKept(MODAL.form(page), request);
  await open(page, CONTACT.at);
  await expectKept(CONTACT.form(page), request);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await press(CONTACT.form(page), CONTACT.submit);
  await expectSent(page, CONTACT, forwarder, request);
  expect(await stored(page)).not.toContain(request.projectLocation);
  await open(page, MODAL.at);
  await expectKept(MODAL.form(page), EMPTY);
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
  await fill(form, { ...request, fullName: "Older Draft" });
  forwarder.behave("status", { status: 500 });
  // As a browser without scripts posts it, so that the answer is a document.
  await form.getByLabel("Full Name *").evaluate((field: HTMLInputElement) => {
    field.value = "Given Back";
    field.form?.submit();
  });
  await page.waitForLoadState();
  await settled(page, true);
  await expect(form.getByText("What you typed is still here.").last()).toBeVisible();
  await expectKept(form, request);
  await open(page, CONTACT.at);
  await expectKept(form, request);
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
  await fill(CONTACT.form(page), request);
  // A modal over the contact page empties nothing when it goes.
  await openModal(page);
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expectKept(CONTACT.form(page), request);
  await press(CONTACT.form(page), CONTACT.submit);
  await expectSent(page, CONTACT, forwarder, request);
});

test("Draft: the modal keeps it when it closes, also for the form behind it", async ({ page }) => {
  const modal = quoteDialog(page);
  await open(page, "/about");
  await openModal(page);
  const request = newRequest();
  await fill(modal, request);
  await modal.getByRole("link", { name: "Cancel" }).click();
  await expect(modal).toBeHidden();
  await openModal(page);
  await expectKept(modal, request);
  // Nothing was tried yet, so nothing is marked.
  await expect(modal.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(modal.getByRole("button", { name: MODAL.submit })).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expectKept(CONTACT.form(page), request);

  await openModal(page);
  await expectKept(modal, request);
  await modal.getByLabel("Full Name *").fill("Somebody Else");
  await modal.getByRole("link", { name: "Cancel" }).click();
  await expectKept(CONTACT.form(page), { ...request, fullName: "Somebody Else" });
  await openModal(page);
  await press(modal, MODAL.submit);
  await modal.getByRole("link", { name: "Back to the page" }).click();
  await expect(modal).toBeHidden();
  await expectKept(CONTACT.form(page), EMPTY);
});

test("Draft: a service asked for wins over its type; a type chosen by hand stays", async ({ page }) => {
  const type = quoteDialog(page).getByLabel("Project Type *");
  const name = quoteDialog(page).getByLabel("Full Name *");
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

test("Draft: what was typed before React ran is newer", async ({ page }) => {
  const form = CONTACT.form(page);
  const request = newRequest();
  await open(page, CONTACT.at);
  await fill(form, { ...request, fullName: "Older Draft" });
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await form.getByLabel("Full Name *").fill(request.fullName);
  release();
  await settled(page, true);
  await expectKept(form, request);
  await open(page, CONTACT.at);
  await expectKept(form, request);
});

test("Draft: gone once sent, also when a field was tapped while the scripts loaded", async ({
  page,
  forwarder,
}) => {
  const form = CONTACT.form(page);
  const request = newRequest();
  const release = await holdScripts(page);
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await form.getByLabel("Full Name *").click();
  release();
  await settled(page, true);
  await fill(form, request);
  await press(form, CONTACT.submit);
  await expectSent(page, CONTACT, forwarder, request);
  await expectKept(form, EMPTY);
  expect(await stored(page)).not.toContain("quote-draft");
});
