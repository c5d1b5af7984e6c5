import type { Locator } from "@playwright/test";
import { formatHours } from "~/content/office-hours.server";
import { TOWN_NAMES } from "~/contractor/area";
import { HOURS, STATE, TIME_ZONE } from "~/contractor/company";
import { HOME_HERO, SEASONS } from "~/contractor/hero";
import { SERVICES } from "~/contractor/services";
import { CALL_TO_ACTION, FOOTER_BLURB, NOT_FOUND } from "~/contractor/shared";
import { LEGAL_PAGES, MAIN_PAGES, PAGES } from "~/urls/pages";
import { box, expect, FACEBOOK, HEADLINES, headline, test } from "./test";

type Shown = { at: string; h1: string | RegExp; title: string; label?: string; facebook?: string[] };

const [HOME] = MAIN_PAGES as [(typeof MAIN_PAGES)[0]];
const MENU = MAIN_PAGES.map(({ label, path }) => [label, path]);

/** The widths of a window between which nothing may move to another place, in CSS pixels. */
const RANGES = [
  [320, 479],
  [480, 767],
  [768, 829],
  [830, 999],
  [1000, 1023],
  [1024, 1920],
] as const;

const links = (within: Locator) =>
  within
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute("href")]));

/**
 * How the page is laid out in a window: of each visible element its columns, its direction, whether it stands beside the
 * rest; how far it is beyond the window; the size of its title, and of the closing block's if there is one.
 */
const layout = () => {
  const sizeOf = (selector: string) => {
    const found = document.querySelector(selector);
    return found ? Number.parseFloat(getComputedStyle(found).fontSize) : 0;
  };
  const elements = [...document.querySelectorAll<HTMLElement>("body :not(svg *)")]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { display, position, flexDirection, gridTemplateColumns } = getComputedStyle(element);
      const columns = gridTemplateColumns.split(" ").length;
      return `${element.localName}.${element.className} ${display} ${position} ${flexDirection} ${columns}`;
    });
  return {
    elements: elements.join("\n"),
    beyond: document.documentElement.scrollWidth - innerWidth,
    title: sizeOf("main h1"),
    closing: sizeOf("#call-to-action"),
  };
};

/** Rules of the whole stylesheet for what is in the page, in whatever state, that the page's own part of it lacks. */
const missingRules = () => {
  const rulesOf = (rule: CSSRule): string[] =>
    rule instanceof CSSStyleRule
      ? rule.selectorText.split(/, (?![^(]*\))/).map((selector) => `${selector} {${rule.style.cssText}}`)
      : [...((rule as CSSGroupingRule).cssRules ?? [])].flatMap(rulesOf);
  const [own = [], whole = []] = [...document.styleSheets].map(({ cssRules }) =>
    [...cssRules].flatMap(rulesOf),
  );
  return whole.filter((rule) => {
    const [list = ""] = rule.split(" {");
    const selector = list.replace(/::?(?!is|where|has)[\w-]+(\(([^()]|\([^)]*\))*\))?/g, ":is(*)");
    return !own.includes(rule) && document.querySelector(selector);
  });
};

// Words and places are the same with scripts, which change neither.
test("Every page: words, menu, footer, widths and styles @no-script", async ({ page, winter, spring }) => {
  test.setTimeout(240_000);
  const pages: Shown[] = [
    ...PAGES.map((one) => ({
      ...one,
      at: one.path,
      h1: one.path === "/" ? /./ : HEADLINES[one.path],
    })),
    { ...HOME, at: winter.url, h1: SEASONS[0]?.hero?.title ?? HOME_HERO.title, facebook: [] },
    { ...HOME, at: spring.url, h1: HOME_HERO.title, facebook: [FACEBOOK] },
    { at: "/services/quote", h1: HEADLINES["/services"], title: "Get Your Free Quote", label: "Services" },
    { at: "/about/nothing-here", h1: NOT_FOUND.title, title: NOT_FOUND.title },
  ];
  const changes = new Set<number>();
  const sizes = new Map<number, Set<number>>();
  for (const { at, h1, title, label, facebook = ["https://www.facebook.com/"] } of pages)
    await test.step(at, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const answer = await page.goto(at);
      expect.soft(answer?.status()).toBe(label ? 200 : 404);
      await expect.soft(page).toHaveTitle(`${title} | Hometown Excavating`);
      await expect.soft(headline(page)).toHaveText(h1);

      const bar = page.getByRole("banner");
      const main = MENU.map(([name]) => name).includes(label);
      await expect.soft(bar.locator("[aria-current=page]")).toHaveText(main && label ? [label] : []);
      const quote = expect.stringMatching(/\/quote$/);
      const phone = "tel:+12695550123";
      expect
        .soft(await links(bar))
        .toEqual([
          ["Hometown Excavating", "/"],
          ...MENU,
          ["Call Now (269) 555-0123", phone],
          ["Get Quote", quote],
        ]);

      const footer = page.getByRole("contentinfo");
      await expect.soft(footer).toContainText(FOOTER_BLURB);
      await expect.soft(footer).toContainText(`Serving ${TOWN_NAMES.join(", ")} and surrounding areas.`);
      await expect.soft(footer.locator("address")).toContainText(`P.O. Box 100Anytown, ${STATE.code} 49000`);
      await expect.soft(footer.getByText(formatHours(HOURS), { exact: true })).toBeVisible();
      const year = new Date().toLocaleDateString("en-US", { timeZone: TIME_ZONE, year: "numeric" });
      if (at.startsWith("/"))
        await expect.soft(footer.getByText(`© ${year} Hometown Excavating`)).toBeVisible();
      expect
        .soft(await links(footer))
        .toEqual([
          ...facebook.map((url) => ["Hometown Excavating on Facebook (opens in a new tab)", url]),
          ["Home", "/"],
          ["About Us", "/about"],
          ["Services", "/services"],
          ["Contact", "/contact"],
          ["Request Quote", expect.stringMatching(/\/quote\?at=quick-links/)],
          ...Object.entries(SERVICES).map(([id, { title }]) => [title, `/services#${id}`]),
          ["(269) 555-0123", phone],
          ["quotes@hometown-excavating.example", "mailto:quotes@hometown-excavating.example"],
          ...LEGAL_PAGES.map((legal) => [legal.label, legal.path]),
        ]);
      for (const link of await footer.getByRole("link", { name: /Facebook/ }).all())
        await expect.soft(link).toHaveAttribute("target", "_blank");

      let before: string | undefined;
      const closes = await page.getByRole("heading", { name: CALL_TO_ACTION.title }).count();
      for (const [least, most] of RANGES) {
        const arranged = [];
        for (const width of [least, most]) {
          await page.setViewportSize({ width, height: 800 });
          const { elements, beyond, title, closing } = await page.evaluate(layout);
          arranged.push(elements);
          expect.soft(beyond, `pixels beyond a width of ${width}`).toBeLessThanOrEqual(0);
          sizes.set(width, (sizes.get(width) ?? new Set()).add(title));
          expect.soft(closing, `${width} px`).toBeLessThan(title);
          expect.soft(closing > 0).toBe(closes > 0);
        }
        expect.soft(arranged[1], `from ${least} to ${most} px`).toBe(arranged[0]);
        if (before !== undefined && before !== arranged[0]) changes.add(least);
        before = arranged[1];
        await page.evaluate(() => scrollTo(0, 200));
        expect.soft(await box(bar)).toMatchObject({ x: 0, y: 0, width: most, height: 70 });
      }

      await page.evaluate(() => {
        const react = document.getElementById("react") as HTMLTemplateElement;
        document.body.append(react.content.querySelector("link[rel=stylesheet]") as Element);
      });
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
      expect.soft(await page.evaluate(missingRules)).toEqual([]);
    });
  // The last one is an unknown address.
  expect(await links(page.getByRole("main"))).toEqual([
    ["Get Quote", "/quote"],
    ["Back to Home", "/"],
    ["Call (269) 555-0123", "tel:+12695550123"],
  ]);
  expect([...changes].sort((a, b) => a - b)).toEqual([480, 768, 830, 1000, 1024]);
  for (const [width, found] of sizes)
    expect([...found], `sizes of a headline at ${width} px`).toHaveLength(1);
});
