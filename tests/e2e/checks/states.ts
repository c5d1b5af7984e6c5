import type { Page } from "@playwright/test";
import type { Forwarder } from "../../forwarder/forwarder.mjs";
import {
  earlierAddress,
  FAILURE,
  FORMS,
  fill,
  fillHoneypot,
  NOT_YET,
  newRequest,
  press,
  SENT_EARLIER,
  SUCCESS,
  sentAddress,
  settled,
} from "../quote";
import { expect, type Sites } from "../test";

export type Visit = { page: Page; js: boolean; forwarder: Forwarder } & Pick<
  Sites,
  "strict" | "winter" | "spring"
>;

export type State = {
  name: string;
  /** Goes there from nothing; each visit sends a request of its own. */
  reach: (visit: Visit) => Promise<unknown>;
  /** Judged without scripts, too: there it is another document, or looks other. */
  plain?: true;
  /** The window's widths it is judged in, where not in all. */
  widths?: readonly number[];
  /** A script ends it after 5 s. */
  brief?: true;
};

/** A small phone (and 1280 px at 400 %), a tablet, a desktop. In CSS pixels. */
export const WIDTHS = [320, 768, 1280] as const;

type Form = (typeof FORMS)[number];
const [MODAL, CONTACT] = FORMS;

const open = async ({ page, js }: Visit, path: string) => {
  await page.goto(path);
  await settled(page, js);
};
const at = (path: string) => (visit: Visit) => open(visit, path);

const send = async ({ page }: Visit, { form, submit }: Form) => {
  await fill(form(page), newRequest());
  await press(form(page), submit);
};

const failing = (form: Form): State => ({
  name: `${form.name} failing`,
  plain: true,
  reach: async (visit) => {
    await open(visit, form.at);
    await press(form.form(visit.page), form.submit);
    await expect(visit.page.getByText("There is a problem")).toBeVisible();
  },
});
const sent = (form: Form): State => ({
  name: `${form.name} sent`,
  plain: true,
  brief: true,
  reach: async (visit) => {
    await open(visit, form.at);
    await send(visit, form);
    // While the pointer rests on a message it stays, where a script minds it.
    await visit.page.getByText(SUCCESS).hover();
  },
});

let addresses = 0;

/**
 * Every state a visitor can be in; what both forms have alike, in one of the two. What judges pages (axe, Nu,
 * html-validate, links) judges each of them.
 */
export const STATES: State[] = [
  { name: "home in winter", reach: (visit) => open(visit, visit.winter.url) },
  { name: "home in spring", plain: true, reach: (visit) => open(visit, visit.spring.url) },
  { name: "about", reach: at("/about") },
  { name: "services", reach: at("/services") },
  {
    name: "services finished",
    widths: WIDTHS.slice(0, 1),
    reach: async (visit) => {
      await open(visit, "/services");
      for (const box of await visit.page.getByRole("checkbox").all()) await box.check();
    },
  },
  { name: "privacy policy", reach: at("/privacy-policy") },
  { name: "terms of service", reach: at("/terms-of-service") },
  {
    name: "menu open",
    widths: WIDTHS.filter((width) => width < 1000),
    reach: async (visit) => {
      await open(visit, "/about");
      await visit.page.getByRole("button", { name: "Menu" }).click();
      await expect(visit.page.getByRole("link", { name: "Call Now" })).toBeVisible();
    },
  },
  {
    name: "contact with its questions open",
    reach: async (visit) => {
      await open(visit, "/contact");
      for (const question of await visit.page.locator("summary").all()) await question.click();
      await expect(visit.page.locator("details:not([open])")).toHaveCount(0);
    },
  },
  { name: "modal from a service card", plain: true, reach: at("/services/quote?service=pool-excavation") },
  { name: "modal over the other form", reach: at("/contact/quote") },
  failing(MODAL),
  failing(CONTACT),
  {
    name: "field touched",
    reach: async (visit) => {
      await open(visit, CONTACT.at);
      await CONTACT.form(visit.page).getByLabel("Full Name *").focus();
      await visit.page.keyboard.press("Tab");
      await expect(CONTACT.form(visit.page).locator(".field-error")).toBeVisible();
    },
  },
  {
    name: "sending",
    reach: async (visit) => {
      await open(visit, MODAL.at);
      // The answer never comes.
      await visit.page.route("**", (route) =>
        route.request().method() === "POST" ? undefined : route.fallback(),
      );
      await send(visit, MODAL);
      await expect(MODAL.form(visit.page).getByRole("button", { name: "Sending..." })).toBeVisible();
    },
  },
  {
    name: "not sent yet",
    plain: true,
    reach: async (visit) => {
      await open(visit, CONTACT.at);
      await fillHoneypot(CONTACT.form(visit.page));
      await send(visit, CONTACT);
      await expect(visit.page.getByText(NOT_YET(CONTACT.submit))).toBeVisible();
    },
  },
  {
    name: "failed",
    plain: true,
    brief: true,
    reach: async (visit) => {
      visit.forwarder.behave("status", { status: 500 });
      await open(visit, MODAL.at);
      await send(visit, MODAL);
      await visit.page.getByText(FAILURE).hover();
      visit.forwarder.reset();
    },
  },
  {
    name: "rate-limited",
    plain: true,
    brief: true,
    reach: async (visit) => {
      const { page, strict } = visit;
      const proxied = { "X-Forwarded-For": `198.18.${++addresses}.1` };
      const first = await page.request.post(strict.url + CONTACT.at, {
        form: newRequest(),
        headers: proxied,
        maxRedirects: 0,
      });
      expect(first.status()).toBe(303);
      await page.setExtraHTTPHeaders(proxied);
      await open(visit, strict.url + CONTACT.at);
      await send(visit, CONTACT);
      await expect(CONTACT.form(page).locator(".message")).toContainText("is saved and will be sent later");
    },
  },
  sent(MODAL),
  sent(CONTACT),
  {
    name: "sent earlier",
    reach: async (visit) => {
      await open(visit, earlierAddress(await sentAddress(visit.page, "/about/quote")));
      await expect(visit.page.getByText(SENT_EARLIER)).toBeVisible();
    },
  },
  { name: "page not found", reach: at("/nothing-here") },
  {
    name: "refused, for it came from another website",
    reach: async ({ page }) => {
      const { host } = new URL((await page.request.get("/about")).url());
      await page.setContent(`<form method="post" action="http://${host}/contact"><button>Go</button></form>`);
      await page.getByRole("button", { name: "Go" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "This form was not sent from our website",
      );
    },
  },
];
