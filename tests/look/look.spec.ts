import type { Page } from "@playwright/test";
import type { Visit } from "../e2e/checks/states";
import { earlierAddress, sentAddress } from "../e2e/quote";
import { expect, test } from "../e2e/test";

/**
 * `npm run look`: a picture of every page and state at each width, into look/ (ignored), for a person to look at. What a
 * program can see fails here: a page wider than its window, a line of more than 75 characters, a layout that shifts.
 */

const WIDTHS = [360, 768, 1280, 1920, 2560];

const fill = async (page: Page) => {
  await page.getByLabel("Full Name *").fill("Ann Example");
  await page.getByLabel("Email *").fill("ann@example.com");
  await page.getByLabel("Phone *").fill("269 555 0188");
  await page.getByLabel("Project Type *").selectOption("pool-excavation");
  await page.getByLabel("Project Location *").fill("Climax");
};

const PAGES = ["/", "/about", "/services", "/contact", "/privacy-policy", "/terms-of-service", "/nowhere"];

const STATES: Record<
  string,
  (page: Page, visit: Pick<Visit, "forwarder" | "winter" | "spring">) => Promise<void>
> = {
  "home in winter": async (page, { winter }) => {
    await page.goto(winter.url);
    await seeAll(page);
  },
  "home in spring": async (page, { spring }) => {
    await page.goto(spring.url);
    await seeAll(page);
  },
  "services finished": async (page) => {
    await page.goto("/services");
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await seeAll(page);
  },
  "menu open": async (page) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: "Menu" });
    if (await button.isVisible()) await button.click();
  },
  "modal empty": async (page) => {
    await page.goto("/services/quote?service=pool-excavation");
  },
  "modal with errors": async (page) => {
    await page.goto("/quote");
    await page.getByRole("button", { name: "Send Message" }).click({ force: true });
  },
  "modal failed": async (page, { forwarder }) => {
    forwarder.behave("status", { status: 500 });
    await page.goto("/quote");
    await fill(page);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText("Sorry, there was an error").waitFor();
  },
  "modal sent": async (page) => {
    await page.goto(await sentAddress(page, "/about/quote"));
  },
  "sent earlier": async (page) => {
    await page.goto(earlierAddress(await sentAddress(page, "/about/quote")));
  },
  "contact with errors": async (page) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: "Send Message" }).click({ force: true });
  },
  "contact sent": async (page) => {
    await page.goto(await sentAddress(page, "/contact"));
  },
};

/** Scrolls through the page, so that every lazy picture is there. */
const seeAll = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    scrollTo(0, 0);
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });

/** Text whose lines hold more than 75 characters, by the average width of its own letters. */
const longLines = (page: Page) =>
  page.evaluate(() => {
    const measure = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("main p, main li:not(:has(p)), footer p")].flatMap((element) => {
      const text = element.textContent?.trim() ?? "";
      if (text.length <= 75 || !measure) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      measure.font = font;
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const perLine = room / (measure.measureText(text).width / text.length);
      return perLine > 76 ? [`${Math.round(perLine)} characters: ${text.slice(0, 40)}…`] : [];
    });
  });

const shots = async (page: Page, name: string) => {
  expect
    .soft(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      "wider than the window",
    )
    .toBe(0);
  expect.soft(await longLines(page), "lines too long").toEqual([]);
  const file = `look/${page.viewportSize()?.width} ${name.replaceAll("/", "") || "home"}.png`;
  await page.screenshot({ path: file, fullPage: !(await page.locator("dialog[open]").count()) });
};

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } });
    for (const path of PAGES) {
      test(path, async ({ page }) => {
        await page.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              shifts.push((entry as PerformanceEntry & { value: number }).value);
          }).observe({ type: "layout-shift", buffered: true });
        });
        await page.goto(path, { waitUntil: "networkidle" });
        const shifted = await page.evaluate(() =>
          (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
        );
        expect.soft(shifted, "layout shift on load").toBeLessThan(0.005);
        await seeAll(page);
        await shots(page, path);
      });
    }
    for (const [name, reach] of Object.entries(STATES)) {
      test(name, async ({ page, forwarder, winter, spring }) => {
        await reach(page, { forwarder, winter, spring });
        await page.waitForTimeout(300);
        await shots(page, name);
      });
    }
  });
}
