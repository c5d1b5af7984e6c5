import type { Page } from "@playwright/test";
import { REGULATIONS } from "~/contractor/regulations";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { SERVICES_PAGE } from "~/contractor/services-page";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { idle, open, settled } from "./page";
import { box, expect, expectLoaded, test } from "./test";

const IDS = Object.keys(SERVICE_CARDS) as ServiceId[];
/** Services whose ground can be closed over their model. */
const CLOSED = ["septic-drain-field", "basement-excavation", "driveway-construction", "pool-excavation"];

const card = (page: Page, id: string) =>
  page.getByRole("article").filter({ has: page.locator(`h3[id="${id}"]`) });
const finish = (page: Page, id: string) => card(page, id).getByRole("checkbox", { name: /^See it finished/ });
/** The one picture of a card that is read out, once the wipe is over. */
const expectShown = (page: Page, id: string, alt: RegExp) =>
  expect(card(page, id).getByRole("img")).toHaveAccessibleName(alt);
const CUT = /^Model of .*(cutaway|under construction)/;
const FINISHED = /^Model of the (finished|septic system once it is covered)/;

test("Services: six cards, their models, rules and the ways to them @once @reads", async ({ page }) => {
  await page.goto("/services");
  await expect(page.getByText(SERVICES_PAGE.badge, { exact: true })).toBeVisible();
  const cards = page.getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText(
    IDS.map((id) => SERVICES[id].title.toUpperCase()),
    { useInnerText: true },
  );
  // The small pictures of the index leave the line to the first large one.
  await expect(page.locator('img[fetchpriority="low"]')).toHaveCount(IDS.length);
  await expect(card(page, "pool-excavation").getByRole("paragraph")).toContainText("pool installer");

  for (const [index, id] of IDS.entries()) {
    const { title } = SERVICES[id];
    const { description, alt } = SERVICE_CARDS[id];
    const one = card(page, id);
    await expect(one.getByRole("paragraph")).toHaveText(description);
    const features = one.getByRole("list", { name: `Included: ${title}` });
    await expect(features.getByRole("listitem")).toHaveCount(4);
    await expect(one.getByRole("link", { name: /^Request Service/ })).toContainText(title);

    const image = one.getByRole("img", { name: alt });
    await expectLoaded(image);
    // A number on the picture for each part in the list beside it.
    const count = await one
      .getByRole("list", { name: `In the model: ${title}` })
      .getByRole("listitem")
      .count();
    expect(count, title).toBeGreaterThanOrEqual(5);
    const discs = one.locator(".disc");
    await expect(discs).toHaveText(Array.from({ length: count }, (_, index) => String(index + 1)));
    const picture = await box(image);
    for (const disc of await discs.all()) {
      const { left, right, top, bottom } = await box(disc);
      const isWithin = left > picture.left && right < picture.right;
      expect(isWithin && top > picture.top && bottom < picture.bottom).toBe(true);
    }
    // The picture is on the one side and the other in turn.
    const words = await box(one.getByRole("heading"));
    expect(index % 2 ? words.right < picture.left : words.left > picture.right, title).toBe(true);
  }
  for (const { text, source, url } of REGULATIONS) {
    await expect(page.getByRole("main").getByText(text)).toBeVisible();
    await expect(page.getByRole("link", { name: source })).toHaveAttribute("href", url);
  }
  const block = page.getByRole("region", { name: CALL_TO_ACTION.title });
  await expect(block.getByRole("link")).toHaveText(["(269) 555-0123", "Get Your Quote"]);

  await page.setViewportSize({ width: 1280, height: 800 });
  const jumps = page.getByRole("navigation", { name: "Services on this page" }).getByRole("link");
  for (const [index, id] of IDS.entries()) {
    await jumps.nth(index).click();
    await expect(page).toHaveURL(`/services#${id}`);
    await expect(page.locator(`h3[id="${id}"]`)).toBeInViewport();
  }
  // React runs with the first click, and then goes there once more.
  await settled(page, true);
  const width = async () => (await box(cards.first().locator(".disc").nth(2))).width;
  const before = await width();
  await cards.first().locator(".parts li").nth(2).hover();
  await expect.poll(width).toBeGreaterThan(before * 1.3);
});

test("Services: a link to a service takes the keyboard to its heading", async ({ page, js }) => {
  await open(page, "/services", js);
  const pool = card(page, "pool-excavation");
  const heading = pool.getByRole("heading");
  for (const place of ["navigation", "contentinfo"] as const) {
    const link = page.getByRole(place).locator('a[href="/services#pool-excavation"]').first();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/services#pool-excavation");
    await expect(heading).toBeInViewport();
    if (js) await expect(heading).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(pool.getByRole("checkbox")).toBeFocused();
  }
  const order = await pool.evaluate((element) =>
    [...element.querySelectorAll("h3, input, img")].map(({ localName }) => localName),
  );
  expect(order.slice(0, 3)).toEqual(["h3", "input", "img"]);
});

test("Services: on a phone all unfolds, four show the finished job @once", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/services");
  const [septic = ""] = CLOSED;
  const folded = [
    card(page, septic).getByText("Price depends on"),
    card(page, septic).locator(".disc").first(),
  ];
  for (const part of folded) await expect(part).toBeHidden();
  for (const summary of await page.locator("summary").all()) await summary.click();
  for (const part of folded) await expect(part).toBeVisible();
  await expect(card(page, septic).getByRole("list", { name: /^In the model/ })).toBeVisible();
  const heights = () => page.getByRole("article").evaluateAll((all) => all.map((one) => one.clientHeight));
  const before = await heights();
  await expect(page.getByRole("checkbox")).toHaveCount(CLOSED.length);
  for (const id of CLOSED) {
    await expectShown(page, id, CUT);
    await card(page, id).getByText("See it finished").click();
    await expectShown(page, id, FINISHED);
    await expect(card(page, id).locator(".disc").first()).toBeHidden();
  }
  await finish(page, septic).focus();
  await page.keyboard.press("Space");
  await expectShown(page, septic, CUT);
  await expect(card(page, septic).locator(".disc").first()).toBeVisible();
  await page.keyboard.press("Space");
  await settled(page, true);
  for (const id of CLOSED) {
    await expect(finish(page, id)).toBeChecked();
    await expectShown(page, id, FINISHED);
  }
  expect(await heights(), "nothing moves").toEqual(before);
  await expect(page.getByRole("navigation", { name: "Call or get a quote" })).toBeVisible();
});

test("Services: the second picture of one comes when its card is near @once", async ({ page }) => {
  // So far down that a browser that takes the network for a slow one does not load it ahead.
  await page.addInitScript(() => {
    // From the body's first moment: an image that was in view once is loaded.
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.body.style.paddingBlockStart = "20000px";
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/services");
  await idle(page);
  const second = card(page, "pool-excavation").locator('img[src*="-lawn-"]');
  const loaded = () => second.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  const lawns = () => asked.filter((url) => url.includes("-lawn-"));
  expect(lawns()).toEqual([]);
  await card(page, "pool-excavation").scrollIntoViewIfNeeded();
  await expect.poll(loaded).toBe(true);
  expect(lawns()).not.toEqual([]);
  await expect(finish(page, "pool-excavation")).not.toBeChecked();

  const duration = () => second.evaluate((image) => getComputedStyle(image).transitionDuration);
  expect(await duration()).toBe("0s");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(Number.parseFloat(await duration())).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("See it finished").first()).toBeHidden();
  await expect(second).toBeHidden();
});
