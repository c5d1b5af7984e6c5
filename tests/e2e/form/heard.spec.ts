import type { Locator } from "@playwright/test";
import {
  FORMS,
  fill,
  MESSAGE_MS,
  newRequest,
  press,
  quoteDialog,
  SENT_EARLIER,
  SUCCESS,
  settled,
} from "../quote";
import { expect, stopClock, alone as test } from "../test";

// A screen reader reads out what changes in a live region that is there before its words are. Without JavaScript nothing
// changes in a page.

/** The form's live region, empty. */
async function silent(form: Locator): Promise<Locator> {
  const region = form.locator("form").getByRole("status");
  await expect(region).toHaveCount(1);
  await expect(region).toHaveText("");
  await region.evaluate((element) => element.setAttribute("data-same", ""));
  return form.locator("form [data-same]");
}

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: the error of a field that was left is read out, once it is left @script`, async ({
    page,
  }) => {
    await page.goto(at);
    await settled(page, true);
    const region = await silent(find(page));
    await find(page).getByLabel("Full Name *").focus();
    await page.keyboard.press("Tab");
    await expect(region).toHaveText("Enter your full name");
    await page.keyboard.type("renee@example.com");
    await page.keyboard.press("Tab");
    await expect(region).toHaveText("");
  });

  test(`Form of the ${name}: that it is being sent is read out @script`, async ({ page, forwarder }) => {
    forwarder.behave("slow", { ms: 1500 });
    await page.goto(at);
    await settled(page, true);
    const region = await silent(find(page));
    await fill(find(page), newRequest());
    await press(find(page), submit);
    await expect(region).toHaveText("Sending...");
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  });
}

test("Quote modal: that the request was sent is read out, and has the focus, after it closed @script", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/about/quote");
  await settled(page, true);
  await fill(quoteDialog(page), newRequest());
  await stopClock(page);
  await press(quoteDialog(page), FORMS[0].submit);
  await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  await page.clock.runFor(MESSAGE_MS);
  await expect(quoteDialog(page)).toBeHidden();
  const region = page.getByRole("status");
  await expect(region).toHaveCount(1);
  await expect(region).toHaveText("");
  await region.evaluate((element) => element.setAttribute("data-same", ""));
  await page.clock.runFor(1000);
  await expect(page.locator("[data-same]")).toHaveText(SENT_EARLIER);
  await expect(page.locator("[data-same]")).toBeFocused();
});
