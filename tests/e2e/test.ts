import { test as base, expect, type Locator, type Page, type WorkerFixture } from "@playwright/test";
import { ABOUT } from "~/contractor/about";
import { CONTACT_PAGE } from "~/contractor/contact";
import { privacyPolicy, termsOfService } from "~/contractor/policies";
import { SERVICES_PAGE } from "~/contractor/services-page";
import { clockAt } from "../clock.mjs";
import { HOME_SERVICE, SERVICE } from "../contractor/offered";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { FORM } from "../http/post";
import { type Site, startSite } from "../start-site";

type Service = { forwarder: Forwarder };
/**
 * At `site` it is the tests' own time (TEST_DATE), at two others that season. `strict` takes one request from an address,
 * then says that it is too many. The owner of `generous` gives all that an owner may.
 */
export type Sites = Record<"site" | "strict" | "winter" | "spring" | "generous", Site>;

/** The business whose season is spring has this page; the one in winter has none. */
export const FACEBOOK = "https://www.facebook.example/hometown-excavating";

/** A site of the worker's own, started when the first test asks for it. */
const siteWith = (settings: Record<string, string>): [WorkerFixture<Site, Service>, { scope: "worker" }] => [
  async ({ forwarder }, use) => {
    const site = await startSite({
      FORWARD_URL: forwarder.url,
      // A test may hold an answer for as long as a slow machine takes.
      FORWARD_TIMEOUT_MS: "60000",
      // What waits is not sent in the middle of another test.
      REDELIVERY_WAITS_S: "86400",
      ...settings,
    });
    await use(site);
    await site.end();
  },
  { scope: "worker" },
];

/** What the browser notes: each answer of 400 and above, and that a test typed before a page could set its focus. */
const NO_FAULT = /the server responded with a status of|^Autofocus processing was blocked/;

/**
 * A browser test runs twice, with JavaScript on and off, against the production build and a stand-in forwarding service
 * of its worker's own. With JavaScript on alone runs what is in scripts/ or has a tag in its title: "@script" for what
 * only a script does, "@once" for what no script changes (words, sizes, the style); "@no-script" is the opposite. An error in the
 * browser's console fails the test, and so does a word of a broken policy, unless the test means to cause it and names it
 * as `provoked`. A message that a script ends after 5 s is `lasting`, as in a tab that nobody looks at, unless the test
 * is about that: a slow machine looks late.
 */
export const test = base.extend<
  { quiet: undefined; js: boolean; provoked: RegExp | undefined; lasting: boolean },
  Service & Sites
>({
  forwarder: [
    async ({}, use) => {
      const forwarder = await startForwarder();
      await use(forwarder);
      await forwarder.close();
    },
    { scope: "worker" },
  ],
  site: siteWith({}),
  // Each visit says its own network, as a proxy says it.
  strict: siteWith({ RATE_LIMIT_MAX: "1", RATE_LIMIT_WINDOW_S: "86400", TRUSTED_PROXIES: "1" }),
  winter: siteWith({ ...clockAt("2027-01-15T12:00:00-05:00"), BUSINESS_FACEBOOK_URL: "none" }),
  spring: siteWith({ ...clockAt("2027-04-15T12:00:00-04:00"), BUSINESS_FACEBOOK_URL: FACEBOOK }),
  generous: siteWith({
    BUSINESS_FACEBOOK_URL: FACEBOOK,
    BUSINESS_REVIEWS_URL: "https://www.reviews.example/hometown",
    BUSINESS_SMS: "(269) 555-0166",
    BUSINESS_STREET: "1 Gravel Road",
    BUSINESS_OWNER: "Pat Digger",
    BUSINESS_LICENSE: "License no. 0000",
    BUSINESS_NOTICE: "Closed on Friday",
    BUSINESS_NOTICE_UNTIL: "2999-12-31",
  }),
  baseURL: async ({ site }, use) => use(site.url),
  js: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  provoked: [undefined, { option: true }],
  lasting: [true, { option: true }],
  context: async ({ context, lasting }, use) => {
    if (lasting)
      await context.addInitScript(() =>
        Object.defineProperty(document, "hidden", { configurable: true, value: true }),
      );
    // Chromium's headless shell tells each new page of a pointer at 0, 0, where no visitor's is.
    await context.addInitScript(() => {
      const drop = (event: MouseEvent) => {
        if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
      };
      for (const type of ["pointerover", "mouseover", "pointermove", "mousemove"] as const)
        addEventListener(type, drop, { capture: true });
    });
    await use(context);
  },
  quiet: [
    async ({ page, forwarder, provoked }, use) => {
      forwarder.reset();
      const errors: string[] = [];
      const note = (isError: boolean, text: string) => {
        if (isError && !provoked?.test(text)) errors.push(text);
      };
      page.on("pageerror", (error) => note(true, String(error)));
      page.on("console", (message) => {
        const text = message.text();
        note(!NO_FAULT.test(text) && (message.type() === "error" || BREAKS_POLICY.test(text)), text);
      });
      await use(undefined);
      expect(errors, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, HOME_SERVICE, SERVICE };

/** The headline of each page; the home page's is the season's. */
export const HEADLINES = {
  "/about": ABOUT.title,
  "/services": SERVICES_PAGE.title,
  "/contact": CONTACT_PAGE.title,
  "/privacy-policy": privacyPolicy(30, true).title,
  "/terms-of-service": termsOfService(false).title,
} as const;

/** The one headline of the page that is shown. */
export const headline = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

/** Where an element is in the window. */
export const box = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect());

/** Whether a picture has come, once it is in view. */
export async function expectLoaded(picture: Locator) {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}

/** Stops a page's installed clock a minute ahead of where the page is, whatever the test's own clock says. */
export const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

/**
 * What the browser says in its console, with JavaScript off too, when a page breaks the site's own rules: content policy,
 * permissions, embedding.
 */
export const BREAKS_POLICY = /polic|violat|unrecognized feature|refused|blocked|cross-origin|embedder/i;

/** What a visitor types; each field with signs that a careless encoding breaks. */
export const TYPED = {
  ...FORM,
  additionalNotes: "First line\nSecond line: ’ é – 水",
};
