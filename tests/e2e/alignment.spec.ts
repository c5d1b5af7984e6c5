import type { Locator } from "@playwright/test";
import { press, quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

const box = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect());
const fontSize = (one: Locator) =>
  one.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test("Layout: at each width the titles of all pages have one size, and the closing heading is smaller @once @reads", async ({
  page,
}) => {
  const sizes: Record<number, Set<number>> = { 360: new Set(), 768: new Set(), 1280: new Set() };
  for (const path of ["/", "/about", "/services", "/contact", "/privacy-policy", "/nothing-here"]) {
    await page.goto(path);
    for (const [width, found] of Object.entries(sizes)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      const size = await fontSize(page.getByRole("heading", { level: 1 }));
      found.add(size);
      for (const closing of await page.getByRole("heading", { name: "Ready to Break Ground?" }).all())
        expect(await fontSize(closing), `${path}, ${width} px`).toBeLessThan(size);
    }
  }
  for (const [width, found] of Object.entries(sizes)) expect([...found], `${width} px`).toHaveLength(1);
});

test("Layout: fields side by side line up at their labels and at their bottom, with errors too", async ({
  page,
  js,
}) => {
  await page.goto("/quote");
  await settled(page, js);
  await press(quoteDialog(page), "Send Message & Get Quote");
  await expect(page.getByText("There is a problem")).toBeVisible();
  const place = async (label: string) => ({
    label: (await box(quoteDialog(page).getByText(label, { exact: true }))).top,
    field: (await box(quoteDialog(page).getByLabel(label))).bottom,
  });
  expect(await place("Project Type *")).toEqual(await place("Project Location *"));
});

test("Layout: service cards side by side line up at their titles and buttons, and no list runs over its card's model @once @reads", async ({
  page,
}) => {
  await page.goto("/services");
  const cards = await page.getByRole("article").all();
  const tops = async (card?: Locator) =>
    card && [
      (await box(card.getByRole("heading"))).top,
      (await box(card.getByRole("link", { name: /^Request Service/ }))).top,
    ];
  for (const [index, card] of cards.entries()) {
    if (index % 2 === 0) expect(await tops(cards[index + 1])).toEqual(await tops(card));
    const model = await box(card.locator(".model"));
    expect.soft((await box(card.locator(".parts"))).bottom).toBeLessThanOrEqual(model.bottom);
  }
});

test("Layout: the small pictures of the home page are of one size on a phone @once @reads", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const widths = new Set<number>();
  for (const picture of await page.locator(".more-services img").all())
    widths.add((await box(picture)).width);
  expect([...widths]).toHaveLength(1);
});

test("Layout: the contact page's title takes one line from 1280 px on, its asides stand in one column, and the footer's columns begin at one height @once @reads", async ({
  page,
}) => {
  await page.goto("/contact");
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const title = page.getByRole("heading", { level: 1 });
    const lines = (await box(title)).height / (await fontSize(title));
    if (width >= 1280) expect(lines, `${width} px`).toBeLessThan(1.5);
    const [call, ready] = [await box(page.locator(".call-us")), await box(page.locator(".have-ready"))];
    expect(call.left, `${width} px`).toBeCloseTo(ready.left, 0);
    const tops = await page.locator(".footer-columns h2 + *").evaluateAll((columns) =>
      columns.map((column) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(column, NodeFilter.SHOW_TEXT);
        range.selectNode(texts.nextNode() as Node);
        return Math.round(range.getClientRects()[0]?.top ?? 0);
      }),
    );
    expect(Math.max(...tops) - Math.min(...tops), `${width} px: ${tops}`).toBeLessThanOrEqual(1);
  }
});
