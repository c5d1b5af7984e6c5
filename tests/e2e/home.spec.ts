import type { Locator } from "@playwright/test";
import type { ServiceInShort } from "~/content/types";
import { SERVICE_AREA, TOWN_NAMES } from "~/contractor/area";
import { HOME_HERO, SEASONS } from "~/contractor/hero";
import { HOME_SERVICES, HOW_IT_WORKS } from "~/contractor/home";
import { CLOSE_UPS, SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { contrast } from "./checks/contrast";
import { tabTo } from "./checks/keyboard";
import { box, expect, expectLoaded, headline, test } from "./test";

const services: [id: string, service: ServiceInShort][] = Object.entries(SERVICES);
const WINTER_HERO = { ...HOME_HERO, ...SEASONS.find(({ hero }) => hero)?.hero };
const SPRING_NOTICE = SEASONS.find(({ notice }) => notice)?.notice ?? { text: "", link: "" };

// In one worker, which starts each season's site once.
test.describe.configure({ mode: "default" });

test("Home: all of its parts are there, in their order @once @reads", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByText(HOME_HERO.badge, { exact: true })).toBeVisible();
  for (const name of ["View Services", "View All Services"])
    await expect(main.getByRole("link", { name }).first()).toHaveAttribute("href", "/services");

  const offered = page.getByRole("region", { name: HOME_SERVICES.heading });
  const cards = services.filter(([, { onHome }]) => onHome);
  await expect(offered.getByRole("article")).toHaveCount(cards.length);
  for (const [index, [id, { title }]] of cards.entries()) {
    const card = offered.getByRole("article").nth(index);
    await expect(card.getByRole("heading")).toHaveText(title);
    await expect(card.getByRole("img")).toHaveAccessibleName(
      CLOSE_UPS[id as ServiceId] ?? SERVICE_CARDS[id as ServiceId].alt,
    );
    await expectLoaded(card.getByRole("img"));
    await expect(card.getByRole("paragraph")).not.toBeEmpty();
  }
  for (const [id, { title, onHome }] of services)
    if (!onHome)
      await expect(offered.getByRole("link", { name: title, exact: true })).toHaveAttribute(
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

  const order = await main
    .getByRole("region")
    .evaluateAll((all) => all.map((region) => region.getAttribute("aria-labelledby")));
  const listed = ["services-offered", "video", "service-area", "call-to-action"];
  expect(order.filter((id) => listed.includes(id ?? ""))).toEqual(listed);
  const block = main.getByRole("region").last();
  await expect(block).toHaveAccessibleName(CALL_TO_ACTION.title);
  await expect(block.getByRole("link")).toHaveText(["(269) 555-0123", "Get Your Quote", "View Services"]);

  for (const width of [320, 360, 1000, 1024, 1280, 1733, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    // The closing excavator covers no button. Its picture's upper 29 % and the left 4 % are empty.
    const machine = await box(block.locator("img"));
    const button = await box(block.getByRole("link").last());
    const isBelow = machine.top + machine.height * 0.29 > button.bottom;
    expect.soft(isBelow || machine.left + machine.width * 0.04 > button.right, `${width} px`).toBe(true);
    for (const step of width < 1280 ? [] : await steps.getByRole("paragraph").all())
      expect.soft((await box(step)).width, `a step at ${width} px`).toBeGreaterThan(180);
  }
});

for (const season of ["winter", "spring"] as const) {
  test(`Home: in ${season} its first view says all @once @reads`, async ({ page, winter, spring }) => {
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
    if (season === "winter") {
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
    } else {
      const notice = page.locator(".hero").getByText(SPRING_NOTICE.text);
      await expect(notice).toHaveText(`${SPRING_NOTICE.text} ${SPRING_NOTICE.link}.`);
      await tabTo(page, notice.getByRole("link", { name: SPRING_NOTICE.link }));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/services#rules$/);
      await expect(page.locator("#rules")).toBeInViewport();
    }
  });
}
