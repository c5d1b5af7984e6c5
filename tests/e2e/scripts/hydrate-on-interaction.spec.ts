import type { Page } from "@playwright/test";
import { PAGES } from "~/urls/pages";
import { holdScripts, idle, inBar, open, reactRuns, scriptsAsked, settled } from "../page";
import { closeModal, earlierAddress, MODAL, newRequest, quoteDialog, sentAddress } from "../quote";
import { expect, HEADLINES, headline, SERVICE, test } from "../test";

const card = (page: Page) => page.getByRole("article").locator(`a[href*="service=${SERVICE.id}"]`);
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test.describe("each first interaction", () => {
  test.use({ hasTouch: true });
  const SIGNS: [name: string, give: (page: Page) => Promise<unknown>][] = [
    ["a pointer that moves", (page) => page.mouse.move(300, 300)],
    // Of the bar, between its links: it takes no focus, which would be a sign itself.
    ["a touch", (page) => page.touchscreen.tap(440, 35)],
    ["a key", (page) => page.keyboard.press("Shift")],
    ["focus", (page) => page.evaluate(() => document.querySelector("a")?.focus())],
    ["a scroll", (page) => page.evaluate(() => scrollTo(0, 200))],
  ];
  test("Hydration: with the first interaction; in a modal at once", async ({ page, context, site }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" }); // With the video.
    const beyond: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|blob):|^about:/.test(request.url()) && new URL(request.url()).origin !== site.url)
        beyond.push(request.url());
    });
    const asked = scriptsAsked(page);
    const paths = PAGES.map(({ path }) => path as string);
    for (const [index, path] of [...paths, "/nothing-here"].entries()) {
      const [name, give] = SIGNS[index % SIGNS.length] as (typeof SIGNS)[0];
      // A pointer that rests in the window would be a sign to the next page.
      await page.mouse.move(0, 0);
      // The page before may still ask for what its modal needs. After about:blank the headless shell may hang in the next page.
      await page.goto("/robots.txt");
      asked.length = 0;
      // All pages have the same script: that it waits for no time, one says.
      await page.goto(path, { waitUntil: index ? "load" : "networkidle" });
      await idle(page);
      expect(asked, path).toEqual([]);
      expect(await reactRuns(page)).toBe(false);
      await give(page);
      await expect.poll(() => reactRuns(page), `${name} on ${path}`).toBe(true);
    }
    for (const path of ["/about/quote", earlierAddress(await sentAddress(page, "/contact"))]) {
      await page.mouse.move(0, 0);
      await page.goto("/robots.txt");
      await page.goto(path);
      await expect.poll(() => reactRuns(page), path).toBe(true);
    }
    expect(beyond).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
});

test("Hydration: a modal opened before it keeps what was typed, and its place", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/about");
  await page.goto("/services");
  await card(page).scrollIntoViewIfNeeded();
  const opened = await scrolled(page);
  expect(opened).toBeGreaterThan(200);
  await card(page).click();
  await expect(page).toHaveURL(`/services/quote?service=${SERVICE.id}#${SERVICE.id}`);
  const request = newRequest({ projectType: "other" });
  await MODAL.fill(page, request);
  const behind = await scrolled(page);
  expect(behind).toBeGreaterThan(200);
  release();
  await settled(page, true);
  expect(await scrolled(page)).toBe(behind);
  await expect(quoteDialog(page).getByLabel("Additional Notes")).toBeFocused();
  await MODAL.expectKept(page, request);
  await closeModal(page);
  await expect(page).toHaveURL("/services");
  await expect.poll(() => scrolled(page)).toBe(opened);

  await page.goForward();
  await settled(page, true);
  await closeModal(page, "Close");
  await expect(page).toHaveURL("/services");
  // It went back, so the page before is one step away.
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("Hydration: Back after a reload shows the page of that address", async ({ page }) => {
  await open(page, "/about");
  await inBar(page, "Services").click();
  await expect(headline(page)).toHaveText(HEADLINES["/services"]);
  const release = await holdScripts(page);
  await page.reload();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("link", { name: SERVICE.short, exact: true }).click();
  await expect(page).toHaveURL(`/services#${SERVICE.id}`);
  await page.goBack();
  await expect(page).toHaveURL("/services");
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(headline(page)).toHaveText(HEADLINES["/about"]);
  release();
});

test("Hydration: a click in the moment React takes over is no error and is not lost", async ({ page }) => {
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

test("Hydration: a press on Cancel with which it takes over closes the modal", async ({ page }) => {
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
  await closeModal(page);
  await expect(page).toHaveURL("/about");
});
