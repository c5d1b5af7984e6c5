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

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: a field that is corrected does not have the other errors read again @script`, async ({
    page,
  }) => {
    await page.goto(at);
    await settled(page, true);
    await press(find(page), submit);
    const alert = find(page).getByRole("alert");
    await expect(alert).toContainText("Enter your full name");
    await find(page).getByLabel("Full Name *").fill("Renée");
    await expect(alert).not.toContainText("Enter your full name");
    // Only what is added is read: by default an alert is read whole at each change.
    await expect(alert).toHaveAttribute("aria-atomic", "false");
  });

  test(`Form of the ${name}: while it is sent again nothing by the button says that it failed @script`, async ({
    page,
    forwarder,
  }) => {
    forwarder.behave("status", { status: 500 });
    await page.goto(at);
    await settled(page, true);
    await fill(find(page), newRequest());
    await press(find(page), submit);
    const line = find(page).locator(".failure-line").last();
    await expect(line).toBeVisible();
    forwarder.behave("slow", { ms: 1500 });
    await press(find(page), submit);
    await expect(find(page).getByRole("button", { name: "Sending..." })).toBeVisible();
    expect(await line.isVisible()).toBe(false);
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
