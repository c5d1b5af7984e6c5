import type { Page } from "@playwright/test";
import type { Forwarder } from "../../forwarder/forwarder.mjs";
import { open } from "../page";
import {
  CONTACT,
  earlierAddress,
  FAILURE,
  type Form,
  fillHoneypot,
  MODAL,
  NOT_YET,
  newRequest,
  SENT_EARLIER,
  SUCCESS,
  sentAddress,
} from "../quote";
import { expect, SERVICE, type Sites } from "../test";

export type Visit = { page: Page; js: boolean; forwarder: Forwarder } & Pick<
  Sites,
  "strict" | "winter" | "spring" | "generous"
>;

export type State = {
  name: string;
  /** Goes there from nothing; each visit sends a request of its own. */
  reach: (visit: Visit) => Promise<unknown>;
  /** Judged without scripts, too: there it is another document, or looks other. */
  plain?: boolean;
  /** The window's widths it is judged in, where not in all. */
  widths?: readonly number[];
  /** Of a state of a form, the form: the rest is as in another state, so that axe judges only this. */
  part?: string;
};

/** A small phone (and 1280 px at 400 %), a tablet, a desktop. In CSS pixels. */
export const WIDTHS = [320, 768, 1280] as const;

const [modal, contact] = ["#quote", ".contact-form"];

const at =
  (path: string) =>
  ({ page, js }: Visit) =>
    open(page, path, js);

const stateOf = (one: Form, name: string, more: Partial<State>, act: State["reach"]): State => ({
  name,
  plain: true,
  part: one === MODAL ? modal : contact,
  reach: async (visit) => {
    await open(visit.page, one.at, visit.js);
    await act(visit);
  },
  ...more,
});

const failing = (one: Form) =>
  stateOf(one, `${one.name} failing`, {}, async ({ page }) => {
    await one.press(page);
    await expect(page.getByText("There is a problem")).toBeVisible();
  });

const sent = (one: Form) =>
  stateOf(one, `${one.name} sent`, {}, async ({ page }) => {
    await one.send(page);
    await expect(page.getByText(SUCCESS)).toBeVisible();
  });

let addresses = 0;

/**
 * Every state a visitor can be in; what both forms have alike, in one of the two. What judges pages (axe, html-validate,
 * links) judges each of them.
 */
export const STATES: State[] = [
  { name: "home in winter", reach: ({ page, js, winter }) => open(page, winter.url, js) },
  { name: "home in spring", plain: true, reach: ({ page, js, spring }) => open(page, spring.url, js) },
  ...[
    ["about, its owner named", "/about"],
    ["contact by text", "/contact"],
  ].map(
    ([name = "", path]): State => ({
      name,
      plain: true,
      reach: ({ page, js, generous }) => open(page, generous.url + path, js),
    }),
  ),
  ...["/about", "/services", "/privacy-policy", "/terms-of-service", "/contact/quote", "/nothing-here"].map(
    (path) => ({
      name: path.slice(1).replace("/", " "),
      reach: at(path),
    }),
  ),
  {
    name: "modal from a service card",
    plain: true,
    reach: at(`/services/quote?service=${SERVICE.id}`),
  },
  {
    name: "services finished",
    widths: WIDTHS.slice(0, 1),
    reach: async ({ page, js }) => {
      await open(page, "/services", js);
      for (const box of await page.getByRole("checkbox").all()) await box.check();
    },
  },
  {
    name: "menu open",
    widths: WIDTHS.filter((width) => width < 1000),
    reach: async ({ page, js }) => {
      await open(page, "/about", js);
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(page.getByRole("link", { name: "Call Now" })).toBeVisible();
    },
  },
  {
    name: "contact with its questions open",
    reach: async ({ page, js }) => {
      await open(page, "/contact", js);
      for (const question of await page.locator("summary").all()) await question.click();
      await expect(page.locator("details:not([open])")).toHaveCount(0);
    },
  },
  failing(MODAL),
  failing(CONTACT),
  stateOf(MODAL, "sending", { plain: false }, async ({ page }) => {
    // The answer never comes.
    await page.route("**", (route) => (route.request().method() === "POST" ? undefined : route.fallback()));
    await MODAL.send(page);
    await expect(MODAL.form(page).getByRole("button", { name: "Sending..." })).toBeVisible();
  }),
  stateOf(CONTACT, "not sent yet", {}, async ({ page }) => {
    await fillHoneypot(CONTACT.form(page));
    await CONTACT.send(page);
    await expect(page.getByText(NOT_YET(CONTACT.submit))).toBeVisible();
  }),
  stateOf(MODAL, "failed", {}, async ({ page, forwarder }) => {
    forwarder.behave("status", { status: 500 });
    await MODAL.send(page);
    await expect(page.getByText(FAILURE)).toBeVisible();
    forwarder.reset();
  }),
  {
    name: "rate-limited",
    plain: true,
    part: contact,
    reach: async ({ page, js, strict }) => {
      const headers = { "X-Forwarded-For": `198.18.${++addresses}.1` };
      const options = { form: newRequest(), headers, maxRedirects: 0 };
      expect((await page.request.post(strict.url + CONTACT.at, options)).status()).toBe(303);
      await page.setExtraHTTPHeaders(headers);
      await open(page, strict.url + CONTACT.at, js);
      await CONTACT.send(page);
      await expect(CONTACT.form(page).locator(".message")).toContainText("is saved and will be sent later");
    },
  },
  sent(MODAL),
  sent(CONTACT),
  {
    name: "sent earlier",
    reach: async ({ page, js }) => {
      await open(page, earlierAddress(await sentAddress(page, "/about/quote")), js);
      await expect(page.getByText(SENT_EARLIER)).toBeVisible();
    },
  },
  {
    name: "refused, for it came from another website",
    reach: async ({ page }) => {
      const { host } = new URL((await page.request.get("/about")).url());
      await page.goto("about:blank");
      await page.setContent(`<form method="post" action="http://${host}/contact"><button>Go</button></form>`);
      await page.getByRole("button", { name: "Go" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "This form was not sent from our website",
      );
    },
  },
];
