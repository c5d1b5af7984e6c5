import type { Page } from "@playwright/test";
import {
  expectKept,
  fill,
  newRequest,
  nineFields,
  press,
  quoteDialog,
  reactRuns,
  SUCCESS,
  settled,
} from "../quote";
import { expect, test } from "../test";

const WITHOUT_FORM = ["/", "/about", "/services", "/privacy-policy", "/terms-of-service", "/nothing-here"];
const WITH_FORM = [
  "/contact",
  "/quote",
  "/services/quote?service=pool-excavation",
  "/terms-of-service/quote",
];

const poolCard = (page: Page) => page.getByRole("link", { name: /^Request Service\W+Pool Excavation$/ });

/** The addresses of the scripts that the page asks for from now on. */
function scripts(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) asked.push(request.url());
  });
  return asked;
}

/** No script comes to the page until the function this returns is called. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await released;
    // A page that was left in the meantime waits for it no more.
    await route.continue().catch(() => {});
  });
  return release;
}

test("React on intent: a page without a form loads no script before a first sign", async ({ page }) => {
  for (const path of WITHOUT_FORM) {
    // A pointer that rests in the window would be a sign to the next page.
    await page.mouse.move(0, 0);
    // The page before may still ask for what its modal needs.
    await page.goto("about:blank");
    const asked = scripts(page);
    await page.goto(path, { waitUntil: "networkidle" });
    expect(asked, path).toEqual([]);
    expect(await reactRuns(page)).toBe(false);
    await settled(page, true);
    expect(asked.length).toBeGreaterThan(0);
  }
});

test("React on intent: a page that holds a form hydrates at once", async ({ page }) => {
  for (const path of WITH_FORM) {
    await page.goto(path);
    await expect.poll(() => reactRuns(page), path).toBe(true);
  }
});

test.describe("each first sign", () => {
  test.use({ hasTouch: true });
  const SIGNS: [name: string, give: (page: Page) => Promise<unknown>][] = [
    ["a pointer that moves", (page) => page.mouse.move(300, 300)],
    ["a touch", (page) => page.touchscreen.tap(300, 400)],
    ["a key", (page) => page.keyboard.press("Shift")],
    ["focus", (page) => page.evaluate(() => document.querySelector("a")?.focus())],
    // The last: a page that is opened again is scrolled again.
    ["a scroll", (page) => page.evaluate(() => scrollTo(0, 200))],
  ];
  test(`React on intent: ${SIGNS.map(([name]) => name).join(", ")} starts it`, async ({ page }) => {
    for (const [name, give] of SIGNS) {
      await page.mouse.move(0, 0);
      await page.goto("/about", { waitUntil: "networkidle" });
      expect(await reactRuns(page), name).toBe(false);
      await give(page);
      await expect.poll(() => reactRuns(page), name).toBe(true);
    }
  });
});

test("React on intent: a click before React runs opens the modal as a page, and the request arrives", async ({
  page,
  forwarder,
}) => {
  const release = await holdScripts(page);
  await page.goto("/services");
  await poolCard(page).click();
  await expect(page).toHaveURL("/services/quote?service=pool-excavation#pool-excavation");
  const request = newRequest();
  await fill(quoteDialog(page), request);
  expect(await reactRuns(page)).toBe(false);
  await press(quoteDialog(page), "Send Message & Get Quote");
  await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    nineFields("New Quote Request from Website", request),
  ]);
  release();
});

test("React on intent: what was typed in a modal opened before React stays and arrives", async ({
  page,
  forwarder,
}) => {
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  const request = newRequest();
  await fill(quoteDialog(page), request);
  release();
  await settled(page, true);
  await expectKept(quoteDialog(page), request);
  await press(quoteDialog(page), "Send Message & Get Quote");
  await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    nineFields("New Quote Request from Website", request),
  ]);
});

test("React on intent: a modal opened before React closes to the place it was opened from", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.goto("/services");
  await poolCard(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await poolCard(page).click();
  await expect(quoteDialog(page)).toBeVisible();
  release();
  await settled(page, true);
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/services");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);

  await page.goForward();
  await settled(page, true);
  await quoteDialog(page).getByRole("link", { name: "Close" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/services");
  // It went back, so the page before is one step away.
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("React on intent: opened and closed before React, the modal leaves the page at the place of its link", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const release = await holdScripts(page);
  for (const [path, name, heading] of [
    ["/services", /^Request Service\W+Pool Excavation$/, "#pool-excavation"],
    ["/about", "Get Your Quote", "#call-to-action"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("link", { name }).click();
    await expect(quoteDialog(page)).toBeVisible();
    await expect(page.locator(heading)).toBeInViewport();
    await quoteDialog(page).getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(path + heading);
    await expect(page.locator(heading)).toBeInViewport();
  }
  release();
});

test("React on intent: as React takes over a modal opened before it, the page behind stays where it is", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.getByRole("link", { name: "Get Your Quote" }).click();
  await quoteDialog(page).getByLabel("Email *").fill("ann@");
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  release();
  await settled(page, true);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expect(quoteDialog(page).getByLabel("Email *")).toBeFocused();
});

test("React on intent: Back after a reload shows the page of that address", async ({ page }) => {
  await page.goto("/about");
  await settled(page, true);
  await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
  await page.reload();
  expect(await reactRuns(page)).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Building trust through quality work");
});

test("React on intent: a step to a place of the same page loads nothing anew", async ({ page }) => {
  await holdScripts(page);
  await page.goto("/services");
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("link", { name: "Pool", exact: true }).click();
  await expect(page).toHaveURL("/services#pool-excavation");
  await page.goBack();
  await expect(page).toHaveURL("/services");
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("React on intent: a click in the moment React takes over is no error and is not lost", async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (location.pathname !== "/about") return;
    const listen = document.addEventListener;
    document.addEventListener = function (this: Document, ...args: Parameters<typeof listen>) {
      listen.apply(document, args);
      // React listens as it starts; it renders a little later.
      if (args[0] !== "click") return;
      document.addEventListener = listen;
      queueMicrotask(() => document.querySelector<HTMLElement>("header a.button")?.click());
    } as typeof listen;
  });
  await page.goto("/about");
  await page.mouse.move(1, 1);
  await page.mouse.move(1, 2);
  await expect(quoteDialog(page)).toBeVisible();
  await expect(page).toHaveURL("/about/quote");
});

test("React on intent: a press on Cancel with which React takes over closes the modal", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  // React does none of its work until it must, for a press; what it put off follows when the pointer is up.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      held.push(() => post.apply(this, args as [unknown]));
    };
    addEventListener("pointerup", () => {
      MessagePort.prototype.postMessage = post;
      for (const send of held) send();
    });
  });
  await page.goto("/about/quote");
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("_reactListening")));
  expect(await reactRuns(page)).toBe(false);
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(quoteDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/about");
});
