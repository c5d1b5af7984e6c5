import type { Locator } from "@playwright/test";
import { FORMS, fill, newRequest, press, SUCCESS, settled } from "./quote";
import { expect, test } from "./test";

/** Whether a person sees an element: nothing lies over its middle, and it is inside the window. */
const isSeen = (element: Locator) =>
  element.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [y + 1, y + height - 1].every((row) => {
      const top = document.elementFromPoint(x + Math.min(width, 40) / 2, row);
      return top !== null && (element.contains(top) || top.contains(element));
    });
  });

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 400 },
]) {
  for (const { name, at, submit, form: find } of FORMS) {
    test(`Form of the ${name}: at ${viewport.width} by ${viewport.height} px a summary's link shows the label and the error, too`, async ({
      page,
      js,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto(at);
      await settled(page, js);
      await press(find(page), submit);
      await expect(find(page).getByRole("alert").getByRole("link")).toHaveCount(5);
      for (const link of await find(page).getByRole("alert").getByRole("link").all()) {
        const message = (await link.textContent()) ?? "";
        // From below, so that the field comes into view at the top, where the bar is.
        await find(page).getByRole("button", { name: submit }).scrollIntoViewIfNeeded();
        await link.evaluate((element) => (element as HTMLElement).click());
        const field = page.locator(":focus");
        await expect(field).toHaveAccessibleDescription(message);
        const parts = page.locator(".field", { has: page.locator(":focus") });
        await expect.poll(() => isSeen(parts.locator("label")), { message }).toBe(true);
        expect(await isSeen(parts.locator(".field-error")), message).toBe(true);
      }
    });
  }
}

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: what is too long is said of the field that is`, async ({ page, js }) => {
    await page.goto(at);
    await settled(page, js);
    await find(page).getByLabel("Project Location *").fill("x".repeat(70_000));
    await press(find(page), submit);
    const tooLong = "Your request is too long. Shorten it by about 10%";
    await expect(find(page).getByRole("alert").getByRole("link", { name: tooLong })).toBeVisible();
    await expect(find(page).getByLabel("Project Location *")).toHaveAccessibleDescription(tooLong);
    await expect(find(page).getByLabel("Additional Notes")).toHaveAttribute("aria-invalid", "false");
  });
}

test("Form: what is too long says by how much in any language; shortened so, it is sent", async ({
  page,
  js,
}) => {
  const { form: find, at, submit } = FORMS[1];
  await page.goto(at);
  await settled(page, js);
  const words = "земля ".repeat(3000);
  await fill(find(page), newRequest({ additionalNotes: words }));
  await press(find(page), submit);
  const error = await find(page).getByRole("alert").getByRole("link").textContent();
  const [, percent] = /by about (\d+)%$/.exec(error ?? "") ?? [];
  const shorter = words.slice(0, words.length * (1 - Number(percent) / 100));
  expect(shorter.length).toBeGreaterThan(10_000);
  await find(page).getByLabel("Additional Notes").fill(shorter);
  await press(find(page), submit);
  await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
});

test("Print: the contact page takes two sheets, with the phone number on the first @once @reads", async ({
  page,
}) => {
  await page.goto("/contact");
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  const phone = page.getByRole("contentinfo").getByRole("link", { name: "(269) 555-0123" });
  expect((await phone.boundingBox())?.y).toBeLessThan(300);
});

test("Without a stylesheet the words of the menu and the lines of the address are apart @once @reads", async ({
  page,
}) => {
  await page.goto("/about");
  const texts = await page.evaluate(() => {
    for (const style of document.querySelectorAll("style")) style.remove();
    const text = (selector: string) => (document.querySelector(selector) as HTMLElement).innerText;
    return [text("#menu"), text(".bottom-bar"), text("footer address")];
  });
  expect(texts[0]).toMatch(/Home\s+About\s+Services\s+Contact\s+Call Now \(269\) 555-0123\s+Get Quote/);
  expect(texts[1]).toMatch(/Call\s+Get Quote/);
  expect(texts[2]).toMatch(
    /Excavating\s*\n\s*P\.O\. Box 100\s*\n\s*Anytown, MI 49000\s+\(269\) 555-0123\s+quotes@/,
  );
});
