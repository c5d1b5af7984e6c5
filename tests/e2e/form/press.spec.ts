import { devices, type Locator, type Page } from "@playwright/test";
import { open } from "../page";
import { CONTACT } from "../quote";
import { box, expect, test } from "../test";

const { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor } = devices["Pixel 5"];
test.use({ viewport, userAgent, isMobile, hasTouch, deviceScaleFactor });

/** Just within its upper edge: an error above it would move it from under the finger. */
const edge = async (one: Locator) => {
  const { x, y, width } = await box(one);
  return [x + width / 2, y + 5] as const;
};

const PRESSES: Record<string, (page: Page, one: Locator) => Promise<unknown>> = {
  touch: async (page, one) => page.touchscreen.tap(...(await edge(one))),
  mouse: async (page, one) => {
    await page.mouse.move(...(await edge(one)));
    await page.mouse.down();
    await page.waitForTimeout(100);
    await page.mouse.up();
  },
  keys: async (page, one) => {
    while (!(await one.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  },
};

test("Form: the first press on Send counts after a wrong field, by any means @script", async ({ page }) => {
  for (const [by, press] of Object.entries(PRESSES))
    await test.step(by, async () => {
      await open(page, CONTACT.at);
      const form = CONTACT.form(page);
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
      await form.getByLabel("Full Name *").fill("Ann");
      await phone.fill("(269) 555-0188");
      await form.getByLabel("Project Type *").selectOption("other");
      // Empty, and not left before: its error appears at the press.
      await form.getByLabel("Project Location *").focus();
      await send.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
      await press(page, send);
      await expect(form.locator(".error-summary")).toBeFocused();
      // The summary says it: no second time.
      await expect(form.locator("p.visually-hidden[role=status]")).toHaveText("");
    });
});
