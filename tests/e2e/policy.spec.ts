import type { Page } from "@playwright/test";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import { FAILURE, FORMS, fill, newRequest, press, quoteDialog, SUCCESS, settled } from "./quote";
import { expect, test } from "./test";

const PATHS = [
  "/",
  "/about",
  "/services",
  "/contact",
  "/privacy-policy",
  "/terms-of-service",
  "/nothing-here",
  "/about?sent=earlier",
];

/**
 * What the browser says against the site's own rules: content policy, permissions, embedding. It says it
 * in its console, which is heard with JavaScript off, too, and as an event, which names more.
 */
async function complaints(page: Page) {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (/polic|violat|unrecognized feature|refused|blocked|cross-origin|embedder/i.test(message.text()))
      heard.push(message.text());
  });
  await page.exposeFunction("heardViolation", (text: string) => heard.push(text));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { heardViolation } = window as never as { heardViolation: (text: string) => void };
      heardViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return heard;
}

const send = async (page: Page, { form, submit }: (typeof FORMS)[number]) => {
  await fill(form(page), newRequest());
  await press(form(page), submit);
};

test("Policy: no page breaks it, loaded on its own", async ({ page }) => {
  const heard = await complaints(page);
  for (const path of [...PATHS, "/quote", "/services/quote?service=pool-excavation"]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect(heard).toEqual([]);
});

test("Policy: no step from page to page breaks it", async ({ page, js }) => {
  const heard = await complaints(page);
  await page.goto("/");
  await settled(page, js);
  const footer = page.getByRole("contentinfo");
  for (const name of ["About Us", "Services", "Contact", "Privacy Policy", "Terms of Service", "Home"]) {
    await footer.getByRole("link", { name, exact: true }).click();
    await expect(footer).toBeVisible();
  }
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await page.goBack();
  expect(heard).toEqual([]);
});

const STATES: [
  name: string,
  reach: (page: Page, form: (typeof FORMS)[number], forwarder: Forwarder) => Promise<void>,
][] = [
  [
    "refused",
    async (page, { form, submit }) => {
      await press(form(page), submit);
      await expect(page.getByText("There is a problem")).toBeVisible();
    },
  ],
  [
    "failed",
    async (page, form, forwarder) => {
      forwarder.behave("status", { status: 500 });
      await send(page, form);
      await expect(page.getByText(FAILURE)).toBeVisible();
    },
  ],
  [
    "sent",
    async (page, form) => {
      await send(page, form);
      await expect(page.getByText(SUCCESS)).toBeVisible();
    },
  ],
];

for (const form of FORMS) {
  for (const [state, reach] of STATES) {
    test(`Policy: a request ${state} does not break it: ${form.name}`, async ({ page, js, forwarder }) => {
      const heard = await complaints(page);
      await page.goto(form.at);
      await settled(page, js);
      await reach(page, form, forwarder);
      expect(heard).toEqual([]);
    });
  }
}

test("Policy: the film plays under it @script", async ({ page }) => {
  // What plays is asked by script.
  const heard = await complaints(page);
  await page.goto("/");
  const film = page.locator("video");
  await film.scrollIntoViewIfNeeded();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  expect(heard).toEqual([]);
});

test.describe("Policy: a document that React makes anew", () => {
  test.use({ provoked: /Minified React error|net::ERR_FAILED/ });

  test("is whole, because a browser extension took something out before React ran @script", async ({
    page,
  }) => {
    // There is no React.
    const heard = await complaints(page);
    page.removeAllListeners("pageerror"); // React says that it had to.
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        const footer = document.querySelector("footer");
        if (!footer) return;
        footer.remove();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/about/quote");
    await expect(page.locator("footer")).toBeAttached();
    const form = quoteDialog(page);
    await expect(form).toHaveCSS("position", "fixed");
    await press(form, FORMS[0].submit);
    await expect(page.getByText("There is a problem")).toBeVisible();
    expect(heard).toEqual([]);
  });

  test("is whole, because the error page takes its place @script", async ({ page }) => {
    // There is no React.
    const heard = await complaints(page);
    await page.goto("/");
    await settled(page, true);
    await page.route("**/*.data*", (route) => route.abort());
    await page.evaluate(() => {
      const { __remixRouter } = window as never as { __remixRouter: { navigate(to: string): void } };
      __remixRouter.navigate("/nothing-here");
    });
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText(
      "Something went wrong",
    );
    await expect(page.getByRole("main").getByRole("link", { name: "(269) 555-0123" })).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(244, 237, 224)");
    expect(heard).toEqual([]);
  });
});
