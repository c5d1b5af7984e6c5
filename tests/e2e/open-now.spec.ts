import type { Page } from "@playwright/test";
import { formatHours, WEEKDAYS } from "~/content/office-hours.server";
import { HOURS, STATE, TIME_ZONE } from "~/contractor/company";
import { inBar, open, settled } from "./page";
import { expect, test } from "./test";

const DURING = `It's office hours now in ${STATE.name}`;
const OUTSIDE = `It's after hours now in ${STATE.name}`;

/** The lines that say something. */
const shown = (page: Page) => page.locator(".open-now").filter({ hasText: "hours" });

/** The first day of the week on which the office is open, and how long after Monday that is. */
const index = WEEKDAYS.findIndex((day) => HOURS[day]);
const [opens, closes] = HOURS[WEEKDAYS[index] ?? "Monday"] ?? ["", ""];
/** An instant by the company's clock, in the week that begins on this Monday. */
function at(monday: string, time: string, minutes = 0) {
  const day = new Date(Date.parse(monday) + index * 86_400_000).toISOString().slice(0, 10);
  const zone = new Intl.DateTimeFormat("en-US", { timeZone: TIME_ZONE, timeZoneName: "longOffset" });
  const [, offset = ""] = zone.format(new Date(`${day}T12:00Z`)).split("GMT");
  return new Date(Date.parse(`${day}T${time}${offset}`) + minutes * 60_000);
}

/** The clocks change on March 8th and November 1st of 2026. */
const TIMES = [
  [at("2026-02-02", opens, 0.1), DURING, "just open"],
  [at("2026-02-02", closes, 0.1), OUTSIDE, "just closed"],
  [at("2026-03-02", opens, -30), OUTSIDE, "half an hour too early, before the clocks change"],
  [at("2026-03-09", opens, 30), DURING, "the same time of the day in UTC, after they have"],
  [at("2026-11-02", opens, -30), OUTSIDE, "half an hour too early, after they went back"],
] as const;

for (const browser of ["a browser of today", "a browser without Temporal"])
  test.describe(`a visitor on the other side of the world, with ${browser}`, () => {
    test.use({ timezoneId: "Asia/Tokyo" });
    test("Open now: it follows the company's clock while the page is open @script", async ({ page }) => {
      // Without JavaScript the page shows the hours alone.
      await page.clock.install({ time: at("2026-02-02", opens, -10) });
      if (browser.includes("without"))
        await page.addInitScript(() => Object.assign(window, { Temporal: undefined }));
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
  await expect(page.getByText(formatHours(HOURS), { exact: true })).toHaveCount(2);
  expect(await page.locator(".open-now").allTextContents()).toEqual(["", ""]);
});

test("Open now: a page that React shows has it @script", async ({ page }) => {
  // Without JavaScript nothing looks at a clock.
  await page.clock.setFixedTime(at("2026-07-06", opens, 30));
  await page.goto("/about");
  await expect(shown(page)).toHaveText([DURING]);
  await settled(page, true);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await inBar(page, "Contact").click();
  await expect(page.getByRole("main").locator(".open-now")).toHaveText(DURING);
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});
