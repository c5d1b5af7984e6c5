import { earlierAddress, quoteDialog, sentAddress } from "./quote";
import { expect, test } from "./test";

const WIDTHS = [320, 360, 412, 1000, 1280];

/** What is wider than the window, the bar's and the form's controls beyond it, and what spills out of its box. */
const faults = () => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const menu = document.querySelector(".menu-button")?.getBoundingClientRect();
  const named = (element: Element) => element.outerHTML.slice(0, 80);
  const beyond = [...document.querySelectorAll(".top-bar :is(a, button), .quote-card :is(a, button, input)")]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left < 0 || right > clientWidth;
    });
  const spilled = [...document.querySelectorAll(".brand, .hero .button, .annotated-image label")].filter(
    (element) => {
      const box = element.getBoundingClientRect();
      const edge = element.matches(".brand")
        ? menu?.left
        : element.parentElement?.getBoundingClientRect().right;
      return [...element.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return false;
        const range = document.createRange();
        range.selectNode(node);
        const { right, top, bottom } = range.getBoundingClientRect();
        const most = Math.min(box.right, edge || box.right);
        return right > most + 1 || top < Math.max(box.top, 0) - 1 || bottom > box.bottom + 1;
      });
    },
  );
  // In a narrower window the longest word has no room at this size.
  const broken =
    innerWidth < 400
      ? []
      : [...document.querySelectorAll(".service-card h3")].filter(({ firstChild }) => {
          const range = new Range();
          return [...((firstChild as Text).data.matchAll(/\w+/g) ?? [])].some(({ 0: word, index }) => {
            range.setStart(firstChild as Text, index);
            range.setEnd(firstChild as Text, index + word.length);
            return range.getClientRects().length > 1;
          });
        });
  return [
    ...broken.map((title) => `broken: ${named(title)}`),
    ...(scrollWidth > clientWidth ? [`page ${scrollWidth} of ${clientWidth}`] : []),
    ...beyond.map((control) => `beyond: ${named(control)}`),
    ...spilled.map((element) => `spilled: ${named(element)}`),
  ];
};

test("Large text: at any width nothing leaves its box @once", async ({ page, winter, spring }) => {
  // As in a browser that is set to text of twice the usual size.
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const pages = ["/about", "/services", "/contact", "/privacy-policy", "/quote"];
  for (const at of [winter.url, spring.url, ...pages]) {
    await page.goto(at);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(faults), `${at}, ${width} px wide`).toEqual([]);
    }
  }
  // What tells of a request leaves the page to be read.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(earlierAddress(await sentAddress(page, "/about/quote")));
  const line = page.getByRole("status").filter({ visible: true });
  await expect(line).toBeVisible();
  await expect(line).toHaveCSS("position", "static");
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/about");
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    expect(await page.evaluate(faults), `the menu, ${width} px wide`).toEqual([]);
    await page.locator("#menu").getByRole("link", { name: "Get Quote" }).click();
    await expect(quoteDialog(page)).toBeVisible();
  }
});
