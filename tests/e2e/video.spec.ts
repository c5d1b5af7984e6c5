import type { Page } from "@playwright/test";
import { settled } from "./quote";
import { expect, test } from "./test";

/** From now on no film plays: every try is refused, and counted in `window.tries`. */
const refusePlaying = (page: Page) =>
  page.addInitScript(() => {
    const media = HTMLMediaElement.prototype;
    Object.assign(window, { tries: 0, playing: false });
    Object.defineProperty(media, "paused", {
      get: () => !(window as unknown as { playing: boolean }).playing,
    });
    media.play = () => {
      (window as unknown as { tries: number }).tries++;
      return Promise.reject(new DOMException("refused", "NotAllowedError"));
    };
  });
const tries = (page: Page) => page.evaluate(() => (window as unknown as { tries: number }).tries);

test("Home: a looping, muted film that plays by itself", async ({ page }) => {
  await page.goto("/");
  const video = page.locator("video");
  for (const attribute of ["loop", "muted", "autoplay", "playsinline"]) {
    await expect(video).toHaveAttribute(attribute);
  }
  await expect(video).toHaveJSProperty("muted", true);
  await expect(video).toHaveAccessibleName(/excavator/);
  await video.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty("paused", false);
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);
});

test("Home video: forced autoplay is retried every 500 ms for up to 3 s", async ({ page, js }) => {
  test.skip(!js, "trying again needs JavaScript");
  await refusePlaying(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/");
  await settled(page, js);
  await page.clock.runFor(499);
  expect(await tries(page)).toBe(0);
  for (let count = 1; count <= 6; count++) {
    await page.clock.runFor(count === 1 ? 1 : 500);
    expect(await tries(page)).toBe(count);
  }
  await page.clock.runFor(10_000);
  expect(await tries(page)).toBe(6);
});

test("Home video: once it plays nothing is tried again", async ({ page, js }) => {
  test.skip(!js, "trying again needs JavaScript");
  await refusePlaying(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/");
  await settled(page, js);
  await page.clock.runFor(1000);
  await page.evaluate(() => Object.assign(window, { playing: true }));
  await page.clock.runFor(10_000);
  expect(await tries(page)).toBe(2);
});
