import type { Page } from "@playwright/test";
import { reactRuns, settled } from "./quote";
import { expect, alone as test } from "./test";

const DURING = "Office hours now, Michigan time";
const OUTSIDE = "Outside office hours now, Michigan time";

/** The line in the footer, as a visitor sees it. */
const line = (page: Page) => page.getByRole("contentinfo").locator(".open-now").filter({ hasText: "hours" });

/** Instants, and Michigan's clock then: UTC-5, from March 8th to November 1st of 2026 UTC-4. */
const TIMES = [
  ["2026-02-02T12:59:50Z", OUTSIDE, "Monday 7:59 am, winter"],
  ["2026-02-02T13:00:10Z", DURING, "Monday 8:00 am, winter"],
  ["2026-02-06T21:59:50Z", DURING, "Friday 4:59 pm, winter"],
  ["2026-02-06T22:00:10Z", OUTSIDE, "Friday 5:00 pm, winter"],
  ["2026-07-06T12:00:10Z", DURING, "Monday 8:00 am, summer"],
  ["2026-07-06T21:00:10Z", OUTSIDE, "Monday 5:00 pm, summer"],
  ["2026-07-07T04:10:00Z", OUTSIDE, "Tuesday, ten past midnight"],
  ["2026-07-11T16:00:00Z", OUTSIDE, "Saturday noon"],
  ["2026-07-12T16:00:00Z", OUTSIDE, "Sunday noon"],
  ["2026-03-06T12:30:00Z", OUTSIDE, "Friday 7:30 am, before the clocks change"],
  ["2026-03-09T12:30:00Z", DURING, "Monday 8:30 am, after they have"],
  ["2026-11-02T12:30:00Z", OUTSIDE, "Monday 7:30 am, after they went back"],
] as const;

for (const timezoneId of ["America/Detroit", "Asia/Tokyo", "America/Los_Angeles"]) {
  test.describe(timezoneId, () => {
    // So tall that the footer is on the screen: it looks at the clock when it comes near.
    test.use({ timezoneId, viewport: { width: 1280, height: 4000 } });
    test(`Open now: by Michigan's clock, for a visitor in ${timezoneId} @script`, async ({ page }) => {
      // Without JavaScript the page shows the hours alone.
      for (const [time, text, name] of TIMES) {
        await page.clock.setFixedTime(time);
        await page.goto("/about");
        await expect(line(page), name).toHaveText([text]);
      }
      expect(await reactRuns(page)).toBe(false);
    });
  });
}

test("Open now: without JavaScript there are the hours, and nothing about now @no-script", async ({
  page,
}) => {
  // With JavaScript it says which.
  await page.goto("/contact");
  await expect(
    page.getByRole("contentinfo").getByText("Monday-Friday 8am-5pm", { exact: true }),
  ).toBeVisible();
  await expect(page.locator(".open-now").filter({ hasText: "hours" })).toHaveCount(0);
});

test("Open now: the server says the same at any time @once", async ({ request }) => {
  const html = await (await request.get("/about")).text();
  expect(html.match(/<p class="open-now"[^>]*>(.*?)<\/p>/s)?.[1]).toBe("");
});

test("Open now: it follows the clock while the page is open, and moves nothing @script", async ({ page }) => {
  // Without JavaScript nothing follows a clock.
  await page.clock.install({ time: "2026-07-06T20:59:30Z" });
  await page.goto("/contact");
  await settled(page, true);
  const shown = page.locator(".open-now").filter({ hasText: "hours" });
  await expect(shown).toHaveText([DURING, DURING]);
  const before = await page.getByRole("contentinfo").boundingBox();
  await page.clock.runFor(60_000);
  await expect(shown).toHaveText([OUTSIDE, OUTSIDE]);
  expect(await page.getByRole("contentinfo").boundingBox()).toEqual(before);
});

test("Open now: a page that React shows has it too @script", async ({ page }) => {
  // React never runs without JavaScript.
  await page.clock.setFixedTime("2026-07-06T15:00:00Z");
  await page.goto("/about");
  await settled(page, true);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("main").locator(".open-now").filter({ hasText: "hours" })).toHaveText([DURING]);
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("Open now: far down, it costs a first visit nothing until it comes near @script", async ({ page }) => {
  // Without JavaScript nothing looks at a clock.
  await page.goto("/about", { waitUntil: "networkidle" });
  await expect(page.locator(".open-now").filter({ hasText: "hours" })).toHaveCount(0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(line(page)).toHaveCount(1);
});
