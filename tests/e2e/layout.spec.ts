import { contrast } from "./checks/contrast";
import { FORMS, press, quoteDialog, sentAddress, settled } from "./quote";
import { expect, test } from "./test";

test("Layout: at 1280 × 800 the whole form of the modal is there without scrolling @once @reads", async ({
  page,
}) => {
  await page.goto("/quote");
  await expect(quoteDialog(page).getByRole("button", { name: "Send Message & Get Quote" })).toBeInViewport({
    ratio: 1,
  });
  await expect(quoteDialog(page).getByRole("link", { name: "Close" })).toBeInViewport({ ratio: 1 });
});

test("Layout: at 1366 × 768 the contact form starts no lower than 450 px @once @reads", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("/contact");
  expect((await page.getByLabel("Full Name *").boundingBox())?.y).toBeLessThanOrEqual(450);
});

test("Layout: the thanks in the modal are a small card, with the thanks as its title", async ({ page }) => {
  await page.goto(await sentAddress(page, "/about/quote"));
  await expect(quoteDialog(page).getByRole("heading", { level: 2 })).toHaveText("Thank you");
  expect((await page.locator(".quote-card").boundingBox())?.height).toBeLessThanOrEqual(440);
});

for (const { name, at, submit, form } of FORMS) {
  test(`Layout: an inactive Send of the ${name} has a contrast of 4.5 @script`, async ({ page }) => {
    // Without JavaScript it is never inactive.
    await page.goto(at);
    const button = form(page).getByRole("button", { name: submit });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveCSS("opacity", "1");
    await expect(button).toHaveCSS("background-color", "rgb(211, 197, 171)");
    const [color, ground] = await button.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor] as const;
    });
    expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
  });
}

test("Layout: with errors the modal keeps its title and its close button in sight", async ({ page, js }) => {
  await page.goto("/quote");
  await settled(page, js);
  await press(quoteDialog(page), "Send Message & Get Quote");
  await expect(page.getByText("There is a problem")).toBeInViewport({ ratio: 1 });
  await expect(quoteDialog(page).getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
  await expect(quoteDialog(page).getByRole("link", { name: "Close" })).toBeInViewport({ ratio: 1 });
});

test("Layout: on phones Send comes before Cancel, and the contact page's bar only calls @once @reads", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/quote");
  const y = async (name: string) =>
    (await quoteDialog(page).getByText(name, { exact: true }).boundingBox())?.y ?? 0;
  expect(await y("Send Message & Get Quote")).toBeLessThan(await y("Cancel"));
  await page.goto("/contact");
  await expect(page.getByRole("navigation", { name: "Call us" }).getByRole("link")).toHaveText([
    "Call (269) 555-0123",
  ]);
});

test("Layout: on wide screens no step of How it works is squeezed @once @reads", async ({ page }) => {
  await page.goto("/");
  for (const width of [1280, 1733, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const step of await page.getByRole("region", { name: "How it works" }).getByRole("paragraph").all())
      expect((await step.boundingBox())?.width, `${width} px`).toBeGreaterThan(180);
  }
});

/** How each visible element of the page is laid out: its columns, its direction, whether it stands beside the rest. */
const arrangement = () =>
  [...document.querySelectorAll<HTMLElement>("body :not(svg *)")]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { display, position, flexDirection, gridTemplateColumns } = getComputedStyle(element);
      const columns = gridTemplateColumns.split(" ").length;
      return `${element.localName}.${element.className} ${display} ${position} ${flexDirection} ${columns}`;
    });

test("Layout: it changes at 480, 768, 830, 1000 and 1024 px, and at no other width @once @reads", async ({
  page,
  js,
}) => {
  const changes = new Set<number>();
  for (const path of ["/", "/about", "/services", "/contact", "/privacy-policy", "/quote"]) {
    await page.goto(path);
    await settled(page, js);
    const at = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return page.evaluate(arrangement);
    };
    let before = await at(320);
    for (const [last, next] of [
      [479, 480],
      [767, 768],
      [829, 830],
      [999, 1000],
      [1023, 1024],
      [1920, 1920],
    ] as const) {
      expect.soft(await at(last), `${path}, up to ${last} px`).toEqual(before);
      const after = await at(next);
      if (String(after) !== String(before)) changes.add(next);
      before = after;
    }
  }
  expect([...changes].sort((a, b) => a - b)).toEqual([480, 768, 830, 1000, 1024]);
});
