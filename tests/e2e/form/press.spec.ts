import { devices, type Locator, type Page } from "@playwright/test";
import { FORMS, fill, newRequest, open } from "../quote";
import { box, expect, test } from "../test";

const { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor } = devices["Pixel 5"];
test.use({ viewport, userAgent, isMobile, hasTouch, deviceScaleFactor });

const [, CONTACT] = FORMS;

const middle = async (one: Locator) => {
  const { x, y, width, height } = await box(one);
  return [x + width / 2, y + height / 2] as const;
};

const PRESSES: [by: string, press: (page: Page, one: Locator) => Promise<unknown>][] = [
  ["touch", async (page, one) => page.touchscreen.tap(...(await middle(one)))],
  [
    "mouse",
    async (page, one) => {
      await page.mouse.move(...(await middle(one)));
      await page.mouse.down();
      await page.waitForTimeout(100);
      await page.mouse.up();
    },
  ],
  [
    "keys",
    async (page, one) => {
      while (!(await one.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    },
  ],
];

for (const [by, press] of PRESSES)
  test(`Form: the first press on Send counts when the field before it is wrong, by ${by} @script`, async ({
    page,
  }) => {
    await open(page, CONTACT.at);
    const form = CONTACT.form(page);
    await fill(form, newRequest());
    const [email, phone] = [form.getByLabel("Email *"), form.getByLabel("Phone *")];
    const error = form.getByText("Enter your email").first();
    const send = form.getByRole("button", { name: CONTACT.submit });

    await email.fill("x");
    await email.scrollIntoViewIfNeeded();
    if (by === "keys") await page.keyboard.press("Tab");
    else await press(page, phone);
    await expect(phone).toBeFocused();
    await expect(error).toBeVisible();

    await email.fill("ann@dig.example");
    await expect(error).toBeHidden();
    await phone.fill("");
    await send.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await press(page, send);
    await expect(form.locator(".error-summary")).toBeFocused();
    // The summary says it: no second time.
    await expect(form.locator("p.visually-hidden[role=status]")).toHaveText("");
  });
