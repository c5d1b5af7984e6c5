import { test as base, expect, type WorkerFixture } from "@playwright/test";
import { clockAt } from "../clock";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";

type Service = { forwarder: Forwarder };
type Season = "fall" | "winter" | "spring";
/** `strict` takes one request from an address, then says that it is too many; at the others it is that season. */
export type Sites = { site: Site; strict: Site } & Record<Season, Site>;

/** A site of the worker's own, started when the first test asks for it. */
const siteWith = (settings: Record<string, string>): [WorkerFixture<Site, Service>, { scope: "worker" }] => [
  async ({ forwarder }, use) => {
    const site = await startSite({ FORWARD_URL: forwarder.url, ...settings });
    await use(site);
    await site.end();
  },
  { scope: "worker" },
];

/**
 * A browser test runs twice, with JavaScript on and off, against the production build and a stand-in forwarding service
 * of its worker's own. With JavaScript on alone runs what is in scripts/ or has a tag in its title: "@script" for what
 * only a script does, "@once" for what no script changes (words, sizes, the style); "@no-script" is the opposite. An error in the
 * browser's console fails the test, and so does a word of a broken policy, unless the test means to cause it and names it
 * as `provoked`.
 */
export const test = base.extend<
  { quiet: undefined; js: boolean; provoked: RegExp | undefined },
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
  strict: siteWith({ RATE_LIMIT_MAX: "1", TRUSTED_PROXIES: "1" }),
  fall: siteWith(clockAt("2026-10-15T12:00:00-04:00")),
  winter: siteWith(clockAt("2027-01-15T12:00:00-05:00")),
  spring: siteWith(clockAt("2027-04-15T12:00:00-04:00")),
  baseURL: async ({ site }, use) => use(site.url),
  js: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  provoked: [undefined, { option: true }],
  quiet: [
    async ({ page, context, js, forwarder, provoked }, use) => {
      forwarder.reset();
      // Chromium's headless shell tells each new page of a pointer at 0, 0, where no visitor's is.
      if (js)
        await context.addInitScript(() => {
          const drop = (event: MouseEvent) => {
            if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
          };
          for (const type of ["pointerover", "mouseover", "pointermove", "mousemove"] as const)
            addEventListener(type, drop, { capture: true });
        });
      const errors: string[] = [];
      page.on("console", (message) => {
        const text = message.text();
        // The browser itself notes every answer of 400 and above; those are what some tests are about.
        if (/the server responded with a status of/.test(text) || provoked?.test(text)) return;
        if (message.type() === "error" || BREAKS_POLICY.test(text)) errors.push(text);
      });
      page.on("pageerror", (error) => {
        if (!provoked?.test(String(error))) errors.push(String(error));
      });
      await use(undefined);
      expect(errors, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * What the browser says in its console, with JavaScript off too, when a page breaks the site's own rules: content policy,
 * permissions, embedding.
 */
export const BREAKS_POLICY = /polic|violat|unrecognized feature|refused|blocked|cross-origin|embedder/i;

/** What a visitor types; each field with signs that a careless encoding breaks. */
export const TYPED = {
  fullName: "Renée O’Brien – 水",
  email: "renee@example.com",
  phone: "(269) 555-0188",
  projectType: "pool-excavation",
  projectLocation: "12 Côte Rd, Union City",
  additionalNotes: "First line\nSecond line: ’ é – 水",
};
