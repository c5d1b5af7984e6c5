import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import {
  FAILURE,
  FORMS,
  fill,
  newRequest,
  press,
  quoteDialog,
  SENT_EARLIER,
  SUCCESS,
  settled,
} from "./quote";
import { expect, test } from "./test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const [MODAL, CONTACT] = FORMS;

const send = async (page: Page, { form, submit }: (typeof FORMS)[number]) => {
  await fill(form(page), newRequest());
  await press(form(page), submit);
};
const fail = (forwarder: Forwarder) => forwarder.behave("status", { status: 500 });

/**
 * Each state a visitor can be in: where it begins, and how it is reached from there. The pointer is left on a message
 * that would go after 5 s, so that it stays while axe reads it.
 */
const STATES: [name: string, path: string, reach?: (page: Page, forwarder: Forwarder) => Promise<unknown>][] =
  [
    ["home", "/"],
    ["about", "/about"],
    ["services", "/services"],
    ["contact", "/contact"],
    ["privacy policy", "/privacy-policy"],
    ["terms of service", "/terms-of-service"],
    ["page not found", "/nothing-here"],
    [
      "menu open",
      "/",
      async (page) => {
        await page.setViewportSize({ width: 390, height: 800 });
        await page.getByRole("button", { name: "Menu" }).click();
        await expect(page.getByRole("link", { name: "Call Now" })).toBeVisible();
      },
    ],
    ["modal empty", "/about/quote", (page) => expect(quoteDialog(page)).toBeVisible()],
    [
      "modal with errors",
      "/about/quote",
      async (page) => {
        await press(quoteDialog(page), MODAL.submit);
        await expect(page.getByText("There is a problem")).toBeVisible();
      },
    ],
    [
      "modal failed",
      "/about/quote",
      async (page, forwarder) => {
        fail(forwarder);
        await send(page, MODAL);
        await page.getByText(FAILURE).hover();
      },
    ],
    [
      "modal sent",
      "/about/quote",
      async (page) => {
        await send(page, MODAL);
        await page.getByText(SUCCESS).hover();
      },
    ],
    ["sent earlier", "/about?sent=earlier", (page) => expect(page.getByText(SENT_EARLIER)).toBeVisible()],
    [
      "contact with errors",
      "/contact",
      async (page) => {
        await press(CONTACT.form(page), CONTACT.submit);
        await expect(page.getByText("There is a problem")).toBeVisible();
      },
    ],
    [
      "contact failed",
      "/contact",
      async (page, forwarder) => {
        fail(forwarder);
        await send(page, CONTACT);
        await page.getByText(FAILURE).hover();
      },
    ],
    [
      "contact sent",
      "/contact",
      async (page) => {
        await send(page, CONTACT);
        await page.getByText(SUCCESS).hover();
      },
    ],
  ];

for (const [name, path, reach] of STATES) {
  for (const width of name === "menu open" ? [390] : [1280, 390]) {
    test(`axe finds nothing: ${name}, ${width} px wide`, async ({ page, js, forwarder }) => {
      test.skip(!js, "axe is a script");
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await settled(page, js);
      await reach?.(page, forwarder);
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    });
  }
}
