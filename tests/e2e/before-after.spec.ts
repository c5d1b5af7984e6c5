import type { Page } from "@playwright/test";
import { BEFORE_AFTER } from "~/contractor/home";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { settled } from "./page";
import { box, expect, expectLoaded, test } from "./test";

/** The services whose finished job covers what was put in. */
const COVERED = (Object.keys(SERVICE_CARDS) as ServiceId[]).filter((id) => SERVICE_DETAILS[id].finished);

const beforeAfter = (page: Page) => page.getByRole("region", { name: BEFORE_AFTER.heading });
const tab = (page: Page, id: ServiceId) => beforeAfter(page).getByRole("radio", { name: SERVICES[id].short });
/** Of the model in view: how far the lawn reaches over it, in percent of its width. Its soft edge ends at 1.1 times that. */
const lawn = (page: Page) =>
  beforeAfter(page)
    .locator(".reveal:visible img")
    .last()
    .evaluate((img) => {
      const [, end] = getComputedStyle(img).maskImage.match(/ ([-\d.]+)%\)$/) ?? [];
      return Math.round(Number(end) / 1.1);
    });

test("Before and after: each model can be chosen, looks so, and stays chosen @once", async ({ page }) => {
  const [first, second] = COVERED as [ServiceId, ServiceId];
  // Transparent, it is drawn with forced colors only.
  const line = (id: ServiceId) =>
    tab(page, id).evaluate((input) => getComputedStyle(input.parentElement as HTMLElement).textDecoration);
  const LINES = [expect.stringContaining("underline 3px"), expect.not.stringContaining("underline")];
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  expect([await line(first), await line(second)]).toEqual(LINES);
  for (const id of [...COVERED, second]) {
    await beforeAfter(page).getByText(SERVICES[id].short, { exact: true }).click();
    await expect(tab(page, id)).toBeChecked();
    const picture = beforeAfter(page).getByRole("img", { name: SERVICE_CARDS[id].alt });
    await expect(picture).toBeVisible();
    await expectLoaded(picture);
    await expect(beforeAfter(page).locator(".reveal:visible")).toHaveCount(1);
  }
  expect([await line(second), await line(first)]).toEqual(LINES);
  await settled(page, true);
  await expect(tab(page, second)).toBeChecked();
  await expect(beforeAfter(page).getByRole("img").first()).toBeVisible();
});

test("Before and after: it opens as the page scrolls, and closes on the way back @once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/");
  const image = beforeAfter(page).locator(".reveal:visible");
  const scrollTo = async (top: number) => {
    const now = await box(image);
    await page.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), now.top - top);
  };
  await scrollTo(650);
  await expect.poll(() => lawn(page)).toBe(100);
  await scrollTo(250);
  await expect.poll(() => lawn(page)).toBeLessThan(90);
  expect(await lawn(page)).toBeGreaterThan(10);
  await scrollTo(75);
  await expect.poll(() => lawn(page)).toBeLessThan(5);
  await scrollTo(650);
  await expect.poll(() => lawn(page)).toBe(100);
});

test("Before and after: a checkbox closes it, with motion or without @once", async ({ page }) => {
  await page.goto("/");
  await beforeAfter(page).getByText("See it finished").scrollIntoViewIfNeeded();
  const [id = "" as ServiceId] = COVERED;
  const model = beforeAfter(page).locator(".reveal:visible").getByRole("img");
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await expect(model.first()).toHaveAccessibleName(SERVICE_CARDS[id].alt);
    await beforeAfter(page).getByText("See it finished").click();
    await expect(model).toHaveCount(1);
    await expect(model).toHaveAccessibleName(SERVICE_DETAILS[id].finished ?? "");
    expect(await lawn(page)).toBe(100);
    await beforeAfter(page).getByText("See it finished").click();
    await expect(model.first()).toHaveAccessibleName(SERVICE_CARDS[id].alt);
  }
});
