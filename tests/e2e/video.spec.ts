import type { Page } from "@playwright/test";
import { VIDEO } from "~/contractor/home";
import { holdScripts, idle, inBar, open } from "./page";
import { expect, stopClock, test } from "./test";

test.use({ reducedMotion: "no-preference" });

/** The one that is shown: with JavaScript off there is one more, for who asks for less motion. */
const videoOf = (page: Page) => page.locator("video").filter({ visible: true });

/** From now on no video plays: every try is refused, and counted in `window.tries`. */
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
/** Scrolls to the video, and waits until the page can know it. */
const comesIntoView = (page: Page) =>
  videoOf(page).evaluate((video) => {
    video.scrollIntoView();
    return new Promise<void>((seen) => {
      new IntersectionObserver(([entry]) => entry?.isIntersecting && seen()).observe(video);
    });
  });
const tries = (page: Page) => page.evaluate(() => (window as unknown as { tries: number }).tries);
const time = (page: Page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);

/** The video is too far below to be loaded: Chromium does that 1,250 px ahead on 4G, 3,000 px on a network that it does not know. */
async function onPhone(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 });
  const network = await page.context().newCDPSession(page);
  const fast = { latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
  await network.send("Network.emulateNetworkConditions", { offline: false, ...fast });
}

/** The videos that the page asks for from now on. */
function videos(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\.(webm|mp4)$/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test("Home video: it loops, muted, and plays by itself, with controls @no-script", async ({ page }) => {
  // With JavaScript there is one large button.
  await page.goto("/");
  const video = videoOf(page);
  for (const attribute of ["loop", "muted", "autoplay", "playsinline", "controls"])
    await expect(video).toHaveAttribute(attribute);
  await expect(video).toHaveJSProperty("muted", true);
  await expect(video).toHaveAccessibleName(VIDEO?.description ?? "");
  await expect(page.locator(".video-button")).toBeHidden();
  await video.scrollIntoViewIfNeeded();
  await expect.poll(() => time(page)).toBeGreaterThan(0);
});

test("Home video: far below it is not loaded; near it plays, with its button @script", async ({ page }) => {
  // Without JavaScript browsers load nothing late.
  const release = await holdScripts(page);
  await onPhone(page);
  const asked = videos(page);
  await page.goto("/");
  await idle(page);
  const video = videoOf(page);
  await expect(video).not.toHaveAttribute("controls");
  expect(asked).toEqual([]);
  await video.scrollIntoViewIfNeeded();
  await expect.poll(() => time(page)).toBeGreaterThan(0);
  expect(asked).not.toEqual([]);
  const button = page.getByRole("button", { name: "Pause video" });
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(video).toHaveJSProperty("paused", true);
  await page.getByRole("button", { name: "Play video" }).click();
  await expect(video).toHaveJSProperty("paused", false);
  await expect(button).toBeVisible();
  release();
});

/** The home page, its video in view, where no video plays and only the test moves the clock. */
async function openRefused(page: Page) {
  await refusePlaying(page);
  await page.clock.install();
  await stopClock(page);
  await open(page, "/");
  // Far below it has no source yet.
  await page.clock.runFor(10_000);
  expect(await tries(page)).toBe(0);
  await comesIntoView(page);
}

test("Home video: autoplay is retried every 500 ms for up to 3 s @script", async ({ page }) => {
  // Trying again needs JavaScript.
  await openRefused(page);
  await page.clock.runFor(499);
  expect(await tries(page)).toBe(0);
  for (let count = 1; count <= 6; count++) {
    await page.clock.runFor(count === 1 ? 1 : 500);
    expect(await tries(page)).toBe(count);
  }
  await page.clock.runFor(10_000);
  expect(await tries(page)).toBe(6);
});

test("Home video: autoplay is not retried once it plays @script", async ({ page }) => {
  await openRefused(page);
  await page.clock.runFor(1000);
  await page.evaluate(() => Object.assign(window, { playing: true }));
  await page.clock.runFor(10_000);
  expect(await tries(page)).toBe(2);
});

// Only a script can tell that somebody saves data.
for (const who of ["asks for less motion", "saves data @script"])
  test(`Home video: a visitor who ${who} starts it`, async ({ page, js }) => {
    if (who.startsWith("asks")) await page.emulateMedia({ reducedMotion: "reduce" });
    else {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      );
      // Where it is near, it may be asked for before the page has come to its script.
      await onPhone(page);
    }
    const asked = videos(page);
    if (js) await page.clock.install();
    await open(page, "/", js);
    const video = videoOf(page);
    if (js) {
      await comesIntoView(page);
      await page.clock.runFor(10_000);
      await idle(page);
    } else {
      await video.scrollIntoViewIfNeeded();
      await expect(video).not.toHaveAttribute("autoplay");
    }
    expect(asked).toEqual([]);
    await expect(video).toHaveJSProperty("paused", true);
    if (js) await page.getByRole("button", { name: "Play video" }).click();
    else {
      // By the browser's own controls.
      await video.focus();
      await page.keyboard.press("Space");
    }
    await expect.poll(() => time(page)).toBeGreaterThan(0);
  });

test("Home video: it plays where the page is reached within the site @script", async ({ page }) => {
  // Without JavaScript each page is a document.
  await open(page, "/about");
  await inBar(page, "Home").click();
  const video = videoOf(page);
  await video.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty("paused", false);
  await page.getByRole("button", { name: "Pause video" }).click();
  await expect(video).toHaveJSProperty("paused", true);
});
