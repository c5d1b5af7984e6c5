import type { Page } from "@playwright/test";

/** A link of the top bar, the one to the modal unless it is another. */
export const inBar = (page: Page, name = "Get Quote") =>
  page.getByRole("banner").getByRole("link", { name, exact: true });

/** Whether React runs in the page. */
export const reactRuns = (page: Page) => page.evaluate(() => history.scrollRestoration === "manual");

/**
 * Gives the page the first interaction, for which every page but a modal waits, and waits until React runs; with
 * JavaScript off there is nothing to wait for.
 */
export async function settled(page: Page, js: boolean) {
  if (!js) return;
  await page.mouse.move(1, 1);
  await page.mouse.move(1, 2);
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}

/** Goes to a page, and waits until React runs. */
export async function open(page: Page, path: string, js = true) {
  await page.goto(path);
  await settled(page, js);
}

/** Waits until the page, which is loaded, is painted and has nothing left to do. */
export const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(() => done())));
      }),
  );

/** The scripts that the page asks for from now on. */
export function scriptsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) asked.push(request.url());
  });
  return asked;
}

/** No script comes to the page until the function this returns is called. */
export async function holdScripts(page: Page): Promise<() => void> {
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

/** What a browser does when a tab is left or looked at again; Playwright's tabs are always looked at. */
export function setHidden(hidden: boolean) {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
