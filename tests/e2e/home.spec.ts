import type { Locator } from "@playwright/test";
import { SERVICE_AREA, TOWN_NAMES } from "~/contractor/area";
import { HOME_HERO, SPRING_NOTICE, WINTER_HERO } from "~/contractor/hero";
import { HOME_SERVICES, HOW_IT_WORKS } from "~/contractor/home";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICES } from "~/contractor/services";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { contrast } from "./checks/contrast";
import { tabTo } from "./checks/keyboard";
import { quoteDialog, settled } from "./quote";
import { expect, headline, test } from "./test";

// In one worker, which starts each season's site once.
test.describe.configure({ mode: "default" });

const box = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect());
/** Whether a picture has come, once it is in view. */
async function expectLoaded(picture: Locator) {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}

test("Home: hero badge, 'Contact Us', 'View Services'; three service cards with image, title, description and 'Request Service', the other three each a link to its card, 'View All Services'; four steps that promise no time; service area with map, towns, notice and 'Contact Us Today'; closing block @once @reads", async ({
  page,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByText(HOME_HERO.badge, { exact: true })).toBeVisible();
  await expect(main.getByRole("link", { name: "Contact Us", exact: true })).toHaveAttribute("href", "/quote");
  for (const name of ["View Services", "View All Services"])
    await expect(main.getByRole("link", { name }).first()).toHaveAttribute("href", "/services");

  const offered = page.getByRole("region", { name: HOME_SERVICES.heading });
  const ids = ["septic-drain-field", "basement-excavation", "gps-dozer-work"] as const;
  await expect(offered.getByRole("article")).toHaveCount(3);
  for (const [index, id] of ids.entries()) {
    const card = offered.getByRole("article").nth(index);
    await expect(card.getByRole("heading")).toHaveText(SERVICES[id].title);
    await expect(card.getByRole("img")).toHaveAccessibleName(SERVICE_CARDS[id].alt);
    await expectLoaded(card.getByRole("img"));
    await expect(card.getByRole("paragraph")).not.toBeEmpty();
    await expect(card.getByRole("link", { name: /^Request Service/ })).toHaveAttribute(
      "href",
      new RegExp(`^/quote\\?service=${id}`),
    );
  }
  for (const id of ["driveway-construction", "pool-excavation", "snow-plowing"] as const)
    await expect(offered.getByRole("link", { name: SERVICES[id].title, exact: true })).toHaveAttribute(
      "href",
      `/services#${id}`,
    );

  const steps = page.getByRole("region", { name: HOW_IT_WORKS.heading });
  await expect(steps.getByRole("heading", { level: 3 })).toHaveText(
    HOW_IT_WORKS.steps.map(({ title }) => title),
  );
  // The one time in them is the terms' own.
  const said = (await steps.getByRole("listitem").allTextContents()).join(" ");
  expect(said.replace("valid for 30 days", "")).not.toMatch(
    /\d\s*(day|week|hour|minute)|within|soon|prompt|fast/i,
  );

  const area = page.getByRole("region", { name: SERVICE_AREA.heading });
  await expectLoaded(area.getByRole("img"));
  for (const town of TOWN_NAMES) await expect(area.getByRole("img")).toHaveAccessibleName(new RegExp(town));
  await expect(area.getByRole("listitem")).toHaveText(TOWN_NAMES);
  await expect(area.getByText(SERVICE_AREA.notice, { exact: true })).toBeVisible();
  await expect(area.getByRole("link", { name: "Contact Us Today" })).toHaveAttribute(
    "href",
    /^\/quote\?at=service-area/,
  );

  const block = main.getByRole("region").last();
  await expect(block).toHaveAccessibleName(CALL_TO_ACTION.title);
  await expect(block.getByRole("link")).toHaveText(["Get Your Quote", "View Services"]);

  for (const width of [320, 360, 1000, 1024, 1280, 1733, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    if (width >= 1280)
      for (const step of await steps.getByRole("paragraph").all())
        expect.soft((await box(step)).width, `no step is squeezed, ${width} px`).toBeGreaterThan(180);
    const small = await offered.locator("li img").evaluateAll((all) => all.map((one) => one.clientWidth));
    expect.soft(new Set(small).size, `small pictures of one size, ${width} px`).toBe(1);

    // The closing excavator stands on the footer's grass and covers no button.
    const machine = await box(block.locator("img"));
    const button = await box(block.getByRole("link").last());
    const edge = await box(page.locator(".ground-edge"));
    // The picture's upper 29 % and the left 4 % are empty; its tracks are at 78 % of its height.
    const top = machine.top + machine.height * 0.29;
    const left = machine.left + machine.width * 0.04;
    expect.soft(top > button.bottom || left > button.right, `covers no button, ${width} px`).toBe(true);
    const tracks = machine.top + machine.height * 0.78;
    expect.soft(tracks, `not above the grass, ${width} px`).toBeGreaterThan(edge.top);
    expect.soft(tracks, `not below it, ${width} px`).toBeLessThan(edge.bottom);
  }
});

test("Home: 'Contact Us', each card's 'Request Service', 'Contact Us Today' and 'Get Your Quote' open the modal, with that service preselected", async ({
  page,
  js,
}) => {
  await page.goto("/");
  await settled(page, js);
  const main = page.getByRole("main");
  const cards = main.getByRole("article").getByRole("link", { name: /^Request Service/ });
  for (const [link, service] of [
    [main.getByRole("link", { name: "Contact Us", exact: true }), ""],
    ...["septic-drain-field", "basement-excavation", "gps-dozer-work"].map(
      (id, index) => [cards.nth(index), id] as const,
    ),
    [main.getByRole("link", { name: "Contact Us Today" }), ""],
    [main.getByRole("link", { name: "Get Your Quote" }), ""],
  ] as const) {
    await link.click();
    const type = quoteDialog(page).getByLabel("Project Type *");
    await expect(type).toHaveValue(service);
    if (service)
      await expect(type.locator("option:checked")).toHaveText(
        SERVICES[service as keyof typeof SERVICES].title,
      );
    await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
    await expect(quoteDialog(page)).toBeHidden();
  }
});

for (const season of ["winter", "spring"] as const) {
  test(`Home: in ${season} a phone's first view has the picture, both buttons and the facts; from 1280 px on the headline takes three lines; the model is cut out, so that the page's ground shows around it @once @reads`, async ({
    page,
    winter,
    spring,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto({ winter, spring }[season].url);
    const hero = page.locator(".hero");
    const picture = hero.getByRole("img");
    const bar = await box(page.getByRole("navigation", { name: "Call or get a quote" }));
    const { top, bottom } = await box(picture);
    expect(Math.min(bar.top, bottom) - top).toBeGreaterThanOrEqual(160);
    for (const part of [
      hero.getByRole("link", { name: "Contact Us" }),
      hero.getByRole("link", { name: "View Services" }),
      hero.getByText(HOME_HERO.facts.at(-1) ?? ""),
    ])
      expect((await box(part)).bottom).toBeLessThan(bar.top);
    for (const width of [1280, 1366, 1440, 1733, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await headline(page).evaluate((element) => {
        const { height } = element.getBoundingClientRect();
        return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
      });
      expect.soft(lines, `lines at ${width} px`).toBe(3);
    }
    const seen = await picture.evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      const canvas = document.createElement("canvas");
      canvas.width = 100;
      canvas.height = 75;
      const context = canvas.getContext("2d");
      context?.drawImage(img, 0, 0, 100, 75);
      const alpha = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3];
      return { corners: [alpha(0, 0), alpha(99, 0), alpha(0, 74), alpha(99, 74)], middle: alpha(50, 45) };
    });
    expect(seen).toEqual({ corners: [0, 0, 0, 0], middle: 255 });
  });
}

test("Home: in winter the plow is in the picture, and every word on its blue can be read, on paper too @once @reads", async ({
  page,
  winter,
}) => {
  await page.goto(winter.url);
  const hero = page.locator(".hero");
  await expect(hero.getByRole("img")).toHaveAccessibleName(WINTER_HERO.image.alt);
  const color = (words: Locator) => words.evaluate((element) => getComputedStyle(element).color);
  const grounds = await hero.evaluate((element) =>
    getComputedStyle(element).backgroundImage.match(/rgb\([^)]+\)/g),
  );
  expect(grounds).toHaveLength(2);
  const words = [headline(page), hero.getByText(WINTER_HERO.text)];
  for (const word of [
    ...words,
    hero.getByText(HOME_HERO.badge),
    hero.getByText(HOME_HERO.facts[0] ?? "", { exact: true }),
    hero.getByRole("link", { name: "View Services" }),
  ])
    for (const ground of grounds ?? [])
      expect(contrast(await color(word), ground)).toBeGreaterThanOrEqual(4.5);

  await page.emulateMedia({ media: "print" });
  for (const word of words) expect(contrast(await color(word), "rgb(255, 255, 255)")).toBeGreaterThan(15);
});

test("Home: in spring one line says that heavy loads may have to wait, and leads to the rule, by keyboard too @once @reads", async ({
  page,
  spring,
}) => {
  await page.goto(spring.url);
  const notice = page.locator(".hero").getByText(SPRING_NOTICE.text);
  await expect(notice).toHaveText(`${SPRING_NOTICE.text} ${SPRING_NOTICE.link}.`);
  await tabTo(page, notice.getByRole("link", { name: SPRING_NOTICE.link }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services#rules$/);
  await expect(page.locator("#rules")).toBeInViewport();
});
