import type { Page } from "@playwright/test";
import { settled } from "./quote";
import { alone, expect, test } from "./test";

/** Services whose ground can be closed over their model, and what the second picture is called there. */
const CLOSED = [
  { title: "Septic & Drain Field Installation", alt: /^Model of the septic system once it is covered/ },
  { title: "Basement Excavation", alt: /^Model of the finished basement/ },
  { title: "Driveway Construction", alt: /^Model of the finished driveway/ },
  { title: "Pool Excavation", alt: /^Model of the finished pool/ },
];

const CUT = /^Model of .*(cut-away|under construction)/;

const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const box = (page: Page, title: string) =>
  page.getByRole("checkbox", { name: `See it finished (${title})`, exact: true });
/** The one picture that is read out, once the wipe is over. */
async function shows(page: Page, title: string, alt: RegExp, notThis: RegExp) {
  await expect(card(page, title).getByRole("img", { name: alt })).toBeVisible();
  await expect(card(page, title).getByRole("img", { name: notThis })).toHaveCount(0);
}
const loaded = (page: Page, name: string) =>
  page
    .locator(`img[src="/images/${name}-lawn-800.jpg"]`)
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test("See it finished: each of the four shows the finished job, without numbers; the others have no such box", async ({
  page,
  js,
}) => {
  await page.goto("/services");
  await settled(page, js);
  for (const { title, alt } of CLOSED) {
    await shows(page, title, CUT, alt);
    await card(page, title).getByText("See it finished").click();
    await expect(box(page, title)).toBeChecked();
    await shows(page, title, alt, CUT);
    await expect(card(page, title).locator(".disc").first()).toBeHidden();
    await card(page, title).getByText("See it finished").click();
    await shows(page, title, CUT, alt);
    await expect(card(page, title).locator(".disc").first()).toBeVisible();
  }
  await expect(page.getByRole("checkbox")).toHaveCount(CLOSED.length);
  for (const title of ["GPS Dozer Work", "Snow Plowing"])
    await expect(card(page, title).getByRole("checkbox")).toHaveCount(0);
});

test("See it finished: by keyboard, and it stays as it was chosen when React starts", async ({
  page,
  js,
}) => {
  await page.goto("/services");
  const [{ title, alt }] = CLOSED as [(typeof CLOSED)[0]];
  await box(page, title).focus();
  await page.keyboard.press("Space");
  await settled(page, js);
  await expect(box(page, title)).toBeChecked();
  await shows(page, title, alt, CUT);
});

test("See it finished: it moves nothing on the page, and a phone keeps its bar @once @reads", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/services");
  const heading = page.getByRole("heading", { name: "Septic & Drain Field Installation" });
  await card(page, "Septic & Drain Field Installation").getByText("See it finished").scrollIntoViewIfNeeded();
  const before = await heading.boundingBox();
  await card(page, "Septic & Drain Field Installation").getByText("See it finished").click();
  expect(await heading.boundingBox()).toEqual(before);
  await expect(page.getByRole("navigation", { name: "Call or get a quote" })).toBeVisible();
});

// Alone: it sets the network, by which Chromium decides what is near. On a loaded machine it measures a slow one, and
// loads pictures 8,000 px ahead.
alone(
  "See it finished: the second picture comes when its card is near, not before @once",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/services", { waitUntil: "networkidle" });
    expect(await loaded(page, "pool")).toBe(false);
    await card(page, "Pool Excavation").scrollIntoViewIfNeeded();
    await expect.poll(() => loaded(page, "pool")).toBe(true);
    await expect(box(page, "Pool Excavation")).not.toBeChecked();
  },
);

test("See it finished: the wipe takes half a second, none for who asks for less motion; not on paper @once @reads", async ({
  page,
}) => {
  await page.goto("/services");
  for (const [reducedMotion, duration] of [
    ["no-preference", "0.5s, 0.5s"],
    ["reduce", "0s"],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await expect(page.locator('img[src="/images/septic-lawn-800.jpg"]')).toHaveCSS(
      "transition-duration",
      duration,
    );
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("See it finished").first()).toBeHidden();
  await expect(page.locator('img[src*="-lawn-"]').first()).toBeHidden();
});
