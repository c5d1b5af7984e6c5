import { formatHours } from "~/content/office-hours.server";
import { SERVICE_AREA } from "~/contractor/area";
import { HOURS } from "~/contractor/company";
import { ANSWERS, CONTACT_PAGE, TO_HAVE_READY } from "~/contractor/contact";
import { HOW_IT_WORKS } from "~/contractor/home";
import { REGULATIONS_CHANGE } from "~/contractor/regulations";
import { CONTACT } from "./quote";
import { box, expect, headline, test } from "./test";

test("Contact: all of its parts are there, in any window and on paper @once @reads", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByText(CONTACT_PAGE.badge, { exact: true })).toBeVisible();
  await expect(headline(page).locator("+ p")).toHaveText(CONTACT_PAGE.text);
  const phone = page.getByRole("complementary", { name: "By phone" });
  await expect(phone.getByRole("link", { name: "Call (269) 555-0123" })).toHaveAttribute(
    "href",
    "tel:+12695550123",
  );
  await expect(phone.getByText(formatHours(HOURS), { exact: true })).toBeVisible();

  const [form, area, answers] = await main.getByRole("region").all();
  if (!form || !area || !answers) throw new Error("not all three");
  await expect(form.getByRole("textbox")).toHaveCount(5);
  const ready = form.getByRole("complementary");
  await expect(ready.getByRole("heading")).toHaveText([TO_HAVE_READY.heading, HOW_IT_WORKS.heading]);
  const steps = HOW_IT_WORKS.steps.map(({ title, text }) => `${title}. ${text}`);
  await expect(ready.getByRole("listitem")).toHaveText([...TO_HAVE_READY.items, ...steps]);
  await expect(area).toHaveAccessibleName(SERVICE_AREA.heading);

  await expect(answers.locator("summary")).toHaveText(ANSWERS.map(({ question }) => question));
  for (const [index, { question, text, source, url }] of ANSWERS.entries()) {
    const summary = answers.locator("summary").nth(index);
    // Without the sign that it opens.
    await expect(summary).toHaveAccessibleName(question);
    await expect(answers.getByText(text)).toBeHidden();
    if (index === 0) await summary.press("Enter");
    else await summary.click();
    await expect(answers.getByText(text)).toBeVisible();
    await expect(answers.getByRole("link", { name: source })).toHaveAttribute("href", url);
  }
  await answers.locator("summary").first().click();
  await expect(answers.getByText(ANSWERS[0]?.text ?? "")).toBeHidden();
  await expect(answers.getByText(REGULATIONS_CHANGE, { exact: true })).toBeVisible();

  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const title = headline(page);
    const size = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const lines = (await box(title)).height / size;
    if (width >= 1280) expect(lines, `${width} px`).toBeLessThan(1.5);
    const [call, ready] = [await box(page.locator(".call-us")), await box(page.locator(".have-ready"))];
    expect(call.left, `${width} px`).toBeCloseTo(ready.left, 0);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  expect((await box(CONTACT.form(page).getByLabel("Full Name *"))).y).toBeLessThanOrEqual(450);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("navigation", { name: "Call us" }).getByRole("link")).toHaveText([
    "Call (269) 555-0123",
  ]);

  const pdf = await page.pdf({ format: "Letter" });
  // A third one for a week of many different hours.
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: "print" });
  const printed = page.getByRole("contentinfo").getByRole("link", { name: "(269) 555-0123" });
  expect((await box(printed)).y).toBeLessThan(300);
});
