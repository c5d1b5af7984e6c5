import { expect, type Locator, type Page } from "@playwright/test";
import { FIELD_NAMES, FIELDS, mapFields, type QuoteValues } from "~/quote/fields";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import { ARRIVED } from "../http/post";
import { TYPED } from "./test";

export type QuoteRequest = QuoteValues;

export const SUCCESS = "Thank you for your quote request! We'll get back to you as soon as we can.";
export const FAILURE =
  "Sorry, there was an error sending your quote request. Please try again or call us directly at (269) 555-0123.";
export const SENT_EARLIER = "Your quote request was sent. We'll get back to you as soon as we can.";
/** `submit`: the name of the form's button. */
export const NOT_YET = (submit: string) =>
  `Your request has not been sent yet. Something on your device, such as a browser extension, filled in a hidden field. Everything you typed is still here. Press "${submit}" once more.`;
/** How long a message shows, in milliseconds. */
export const MESSAGE_MS = 5000;

export const quoteDialog = (page: Page) =>
  page.getByRole("dialog", { name: /^(Get Your Free Quote|Request sent)$/ });

/** Closes the modal by one of its links. */
export async function closeModal(page: Page, link = "Cancel") {
  await quoteDialog(page).getByRole("link", { name: link }).click();
  await expect(quoteDialog(page)).toBeHidden();
}

let requests = 0;

/** A request nobody sent to this worker's site before: an equal one would rightly not be sent again. */
export const newRequest = (changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  ...TYPED,
  projectLocation: `${++requests} Côte Rd`,
  ...changes,
});

export const EMPTY = mapFields(() => "");

/** The address that an accepted request leads to, for whoever holds it: another tab than the one that sent. */
export async function sentAddress(page: Page, at: string): Promise<string> {
  const answer = await page.request.post(at, { form: newRequest(), maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return answer.headers().location as string;
}

/** The address of the status line that follows the thanks at `address`. */
export const earlierAddress = (address: string) =>
  address.replace("/quote?", "?").replace("sent=1", "sent=earlier");

/** Fills in the field that people don't see, as a browser extension may. */
export const fillHoneypot = (form: Locator) =>
  form.locator(".leave-empty input").evaluate((field: HTMLInputElement) => {
    field.value = "Ann";
  });

/** The values of a form's fields, each found by its label, as a person finds it. */
const valuesIn = (form: Locator) =>
  form.evaluate(
    (element, labels) => {
      const all = [...element.querySelectorAll("label")];
      const valueAt = (label: string) =>
        (all.find(({ textContent }) => textContent === label)?.control as HTMLInputElement | undefined)
          ?.value;
      return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, valueAt(label)]));
    },
    mapFields((name) => FIELDS[name].label),
  );

/** A place of the one form. `at` opens it, `submit` is its button, `subject` arrives with it. */
const place = <Name extends string>(
  name: Name,
  at: string,
  submit: string,
  subject: string,
  form: (page: Page) => Locator,
) => ({
  name,
  at,
  submit,
  subject,
  form,
  /** Types a request, field by field. By name, which is quicker: `expectKept` goes by the labels. */
  async fill(page: Page, request: QuoteRequest) {
    for (const name of FIELD_NAMES) {
      const field = form(page).locator(`[name="${name}"]`);
      await (FIELDS[name].control === "select"
        ? field.selectOption(request[name])
        : field.fill(request[name]));
    }
  },
  /** Clicks its button, or another, as a visitor would; Playwright alone would wait until it is not aria-disabled any more. */
  press: (page: Page, button = submit) =>
    form(page).getByRole("button", { name: button }).click({ force: true }),
  async send(page: Page, request = newRequest()) {
    await this.fill(page, request);
    await this.press(page);
  },
  /** Asserts that it still holds all of a request. */
  expectKept: (page: Page, request: QuoteRequest) =>
    expect(async () => expect(await valuesIn(form(page))).toEqual(request)).toPass({ timeout: 15_000 }),
  /** Asserts that the visitor is thanked, and that a request arrived once. */
  async expectSent(page: Page, forwarder: Forwarder, request: QuoteRequest) {
    await expect(form(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    this.expectArrived(forwarder, request);
  },
  /** The part of `expectSent` that is the service's: the fields in order, as it must get them. */
  expectArrived: ({ received }: Forwarder, request: QuoteRequest) =>
    expect(received.map(({ fields }) => fields)).toEqual([ARRIVED(subject, request)]),
});

export const FORMS = [
  place(
    "quote modal",
    "/about/quote",
    "Send Message & Get Quote",
    "New Quote Request from Website",
    quoteDialog,
  ),
  place("contact page", "/contact", "Send Message", "New Contact Request from Website", (page) =>
    page.getByRole("region").filter({ has: page.getByLabel("Full Name *") }),
  ),
] as const;
export const [MODAL, CONTACT] = FORMS;
export type Form = (typeof FORMS)[number];
