import type { Page } from "@playwright/test";
import { HOURS, STATE } from "~/contractor/company";
import { hoursInWords } from "~/contractor-kit/hours.server";
import { open, settled } from "./quote";
import { expect, alone as test } from "./test";

const DURING = `It's office hours now in ${STATE.name}`;
const OUTSIDE = `It's after hours now in ${STATE.name}`;

/** The lines that say something. */
const shown = (page: Page) => page.locator(".open-now").filter({ hasText: "hours" });

/** Instants, and the company's clock then: UTC-5, from March 8th to November 1st of 2026 UTC-4. */
const TIMES = [
  ["2026-02-02T13:00:10Z", DURING, "Monday 8:00 am, winter"],
  ["2026-02-06T22:00:10Z", OUTSIDE, "Friday 5:00 pm, winter"],
  ["2026-03-06T12:30:00Z", OUTSIDE, "Friday 7:30 am, before the clocks change"],
  ["2026-03-09T12:30:00Z", DURING, "Monday 8:30 am, after they have"],
  ["2026-11-02T12:30:00Z", OUTSIDE, "Monday 7:30 am, after they went back"],
] as const;

test.describe("a visitor on the other side of the world", () => {
  test.use({ timezoneId: "Asia/Tokyo" });
  test("Open now: it follows the company's clock while the page is open @script", async ({ page }) => {
    // Without JavaScript the page shows the hours alone.
    await page.clock.install({ time: "2026-02-02T12:58:50Z" });
    await open(page, "/contact");
    const footer = page.getByRole("contentinfo");
    await footer.scrollIntoViewIfNeeded();
    await expect(shown(page)).toHaveText([OUTSIDE, OUTSIDE]);
    const before = await footer.boundingBox();
    for (const [time, text, name] of TIMES) {
      await page.clock.pauseAt(time);
      await expect(shown(page), name).toHaveText([text, text]);
    }
    expect(await footer.boundingBox()).toEqual(before);
  });
});

test("Open now: without JavaScript there are the hours alone @no-script", async ({ page }) => {
  // With JavaScript it says which.
  await page.goto("/contact");
  await expect(page.getByText(hoursInWords(HOURS), { exact: true })).toHaveCount(2);
  expect(await page.locator(".open-now").allTextContents()).toEqual(["", ""]);
});

test("Open now: it costs nothing until it comes near; a page that React shows has it @script", async ({
  page,
}) => {
  // Without JavaScript nothing looks at a clock.
  await page.clock.setFixedTime("2026-07-06T15:00:00Z");
  await page.goto("/about", { waitUntil: "networkidle" });
  await expect(shown(page)).toHaveCount(0);
  await page.getByRole("contentinfo").evaluate((footer) => footer.scrollIntoView());
  await expect(shown(page)).toHaveText([DURING]);
  await settled(page, true);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("main").locator(".open-now")).toHaveText(DURING);
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});
