import type { Page } from "@playwright/test";
import { PAGES } from "../../app/site/pages";
import { expect, test } from "./test";

/** What every element and what is generated before and after it look like. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const names = [
      ...[
        "display",
        "position",
        "inset",
        "width",
        "height",
        "margin",
        "padding",
        "gap",
        "grid-template-columns",
      ],
      ...[
        "order",
        "overflow",
        "font",
        "color",
        "background",
        "border",
        "border-radius",
        "box-shadow",
        "opacity",
      ],
      ...[
        "list-style",
        "text-decoration",
        "text-align",
        "transform",
        "clip-path",
        "scale",
        "visibility",
        "outline",
        "z-index",
        "fill",
        "content",
      ],
    ];
    return [...document.querySelectorAll("body *:not(template, script, link)")].flatMap((element) =>
      [undefined, "::before", "::after"].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return `${element.tagName} ${names.map((name) => style.getPropertyValue(name)).join("; ")}`;
      }),
    );
  });

async function expectNoChange(page: Page, address: string) {
  for (const [media, width] of [
    ["screen", 360],
    ["screen", 1280],
    ["print", 800],
  ] as const) {
    await page.emulateMedia({ media });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    const before = await looks(page);
    await page.evaluate(() => {
      const react = document.getElementById("react") as HTMLTemplateElement;
      document.body.append(react.content.querySelector("link[rel=stylesheet]") as Element);
    });
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
    expect(await looks(page)).toEqual(before);
  }
}

for (const path of [...PAGES.map(({ path }) => path), "/services/quote", "/nothing-here"])
  test(`The whole stylesheet, which comes with React, changes nothing on ${path} @no-script @reads`, ({
    page,
  }) => expectNoChange(page, path));

test("The whole stylesheet changes nothing on the home page in any season @no-script @reads", async ({
  page,
  fall,
  winter,
  spring,
}) => {
  for (const { url } of [fall, winter, spring]) await expectNoChange(page, url);
});
