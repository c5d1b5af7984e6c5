import type { Page } from "@playwright/test";
import { holdScripts, open, settled } from "../page";
import { CONTACT, earlierAddress, FORMS, newRequest, SENT_EARLIER, SUCCESS, sentAddress } from "../quote";
import { expect, test } from "../test";

const NO_MARK = "sent=1";
const FORGED = "sent=1&mark=mgzzzzzz.AAAAAAAAAAAAAAAAAAAAAA";

test("Form: nobody is thanked for nothing, and the draft stays", async ({ page, js }) => {
  for (const one of FORMS) {
    const { at, submit, form: find } = one;
    const request = newRequest();
    await open(page, at, js);
    if (js) await one.fill(page, request);
    for (const query of [NO_MARK, FORGED]) {
      await open(page, `${at}?${query}`, js);
      await expect(find(page).getByRole("button", { name: submit })).toBeVisible();
      await expect(page.getByText(SUCCESS)).toHaveCount(0);
      if (js) await one.expectKept(page, request);
      await open(page, earlierAddress(`${at}?${query}`), js);
      await expect(page.getByText(SENT_EARLIER)).toHaveCount(0);
    }
    if (!js) continue; // A draft is kept by a script.
    await open(page, await sentAddress(page, at));
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    await open(page, at);
    await one.expectKept(page, request);
  }
});

test("Form: sent before React runs, it takes only an older draft with it @script", async ({ page }) => {
  // A draft is kept by a script.
  const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("quote-draft"));
  await open(page, CONTACT.at);
  await CONTACT.fill(page, newRequest({ fullName: "Older Draft" }));
  const release = await holdScripts(page);
  await page.goto("/terms-of-service");
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await CONTACT.send(page);
  await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
  release();
  await settled(page, true);
  await expect.poll(() => stored(page)).toBeNull();

  const thanks = page.url();
  const newer = newRequest({ fullName: "Newer Draft" });
  await open(page, CONTACT.at);
  await CONTACT.fill(page, newer);
  await page.goBack();
  await expect(page).toHaveURL(thanks);
  await settled(page, true);
  await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
  await open(page, CONTACT.at);
  await CONTACT.expectKept(page, newer);
});
