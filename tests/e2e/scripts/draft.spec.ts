import type { Locator, Page } from "@playwright/test";
import {
  expectKept,
  FORMS,
  fill,
  holdScripts,
  newRequest,
  press,
  quoteDialog,
  SUCCESS,
  settled,
} from "../quote";
import { expect, TYPED, test } from "../test";

const EMPTY = Object.fromEntries(Object.keys(TYPED).map((name) => [name, ""])) as typeof TYPED;
const [MODAL, CONTACT] = FORMS;
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const openModal = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
const type = (form: Locator) => form.getByLabel("Project Type *");

for (const { name, at, submit, form: find } of FORMS)
  test(`Draft of the ${name}: there after a reload and after Back, gone once sent or emptied by hand`, async ({
    page,
    forwarder,
  }) => {
    await page.goto(at);
    await settled(page, true);
    const request = newRequest();
    await fill(find(page), request);
    await page.reload();
    await settled(page, true);
    await expectKept(find(page), request);

    await page.goto("/terms-of-service");
    await page.goto(at);
    await settled(page, true);
    await expectKept(find(page), request);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await press(find(page), submit);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received).toHaveLength(1);
    expect(await stored(page)).not.toContain(request.projectLocation);
    await page.goto(at);
    await settled(page, true);
    await expectKept(find(page), EMPTY);

    await find(page).getByLabel("Phone *").fill("269 555 0188");
    expect(await stored(page)).toContain("0188");
    await find(page).getByLabel("Phone *").fill("");
    expect(await stored(page)).not.toContain("quote-draft");
  });

test("Draft: what the server gave back wins, and becomes the draft; another visitor has none of it", async ({
  page,
  browser,
  site,
  forwarder,
}) => {
  const form = CONTACT.form(page);
  const request = newRequest();
  await page.goto(CONTACT.at);
  await settled(page, true);
  await fill(form, newRequest({ fullName: "Older Draft" }));
  // The same form posted as a browser without scripts posts it, so that the answer is a document.
  forwarder.behave("status", { status: 500 });
  await page.evaluate(
    ([action, fields]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action });
      for (const [name, value] of fields as [string, string][]) {
        const input = document.createElement("textarea");
        Object.assign(input, { name, value });
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [CONTACT.at, Object.entries(request)] as const,
  );
  await page.waitForLoadState();
  await settled(page, true);
  await expect(form.getByText("What you typed is still here.")).toBeVisible();
  await expectKept(form, request);
  await page.goto(CONTACT.at);
  await settled(page, true);
  await expectKept(form, request);

  const other = await browser.newPage();
  await other.goto(site.url + CONTACT.at);
  await settled(other, true);
  await expectKept(CONTACT.form(other), EMPTY);
  await other.close();
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
  await page.goto(CONTACT.at);
  const form = CONTACT.form(page);
  const request = newRequest();
  await fill(form, request);
  // A modal over the contact page empties nothing when it goes.
  await openModal(page);
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expectKept(form, request);
  await press(form, CONTACT.submit);
  await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received).toHaveLength(1);
});

test("Draft: closing the modal keeps it, also for the contact page, where the modal works on the form behind it", async ({
  page,
}) => {
  const modal = quoteDialog(page);
  await page.goto("/about");
  await settled(page, true);
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

test("Draft: a service asked for wins over the type in it; a type chosen over that service stays", async ({
  page,
}) => {
  await page.goto("/quote?service=pool-excavation");
  await settled(page, true);
  const modal = quoteDialog(page);
  await modal.getByLabel("Full Name *").fill("Ann Example");
  await page.goto("/quote");
  await settled(page, true);
  // It was the card's choice, and closing clears it.
  await expect(type(modal)).toHaveValue("");
  await expect(modal.getByLabel("Full Name *")).toHaveValue("Ann Example");

  await page.goto("/quote?service=pool-excavation");
  await settled(page, true);
  await type(modal).selectOption("snow-plowing");
  await page.reload();
  await settled(page, true);
  await expect(type(modal)).toHaveValue("snow-plowing");
  await page.goto("/services/quote?service=gps-dozer-work");
  await settled(page, true);
  await expect(type(modal)).toHaveValue("gps-dozer-work");
  await expect(modal.getByLabel("Full Name *")).toHaveValue("Ann Example");
});

test("Draft: what was typed before React ran is newer", async ({ page }) => {
  await page.goto("/contact");
  await settled(page, true);
  await fill(CONTACT.form(page), newRequest({ fullName: "Older Draft" }));
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.goto("/contact", { waitUntil: "commit" });
  await CONTACT.form(page).getByLabel("Full Name *").fill("Typed First");
  release();
  await settled(page, true);
  await expect(CONTACT.form(page).getByLabel("Full Name *")).toHaveValue("Typed First");
  await expect(CONTACT.form(page).getByLabel("Phone *")).toHaveValue("(269) 555-0188");
  await page.reload();
  await settled(page, true);
  await expect(CONTACT.form(page).getByLabel("Full Name *")).toHaveValue("Typed First");
});
