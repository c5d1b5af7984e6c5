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

/** The two places of the one form. `at` opens it, `submit` is its button, `subject` arrives with it. */
export const FORMS = [
  {
    name: "quote modal",
    at: "/about/quote",
    submit: "Send Message & Get Quote",
    subject: "New Quote Request from Website",
    form: (page: Page) => quoteDialog(page),
  },
  {
    name: "contact page",
    at: "/contact",
    submit: "Send Message",
    subject: "New Contact Request from Website",
    form: (page: Page) => page.getByRole("region").filter({ has: page.getByLabel("Full Name *") }),
  },
] as const;
type Form = (typeof FORMS)[number];

export const quoteDialog = (page: Page) =>
  page.getByRole("dialog", { name: /^(Get Your Free Quote|Request sent)$/ });

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

/** Types a request into a form, field by field. */
export async function fill(form: Locator, request: QuoteRequest) {
  for (const name of FIELD_NAMES) {
    const { label, control } = FIELDS[name];
    const field = form.getByLabel(label, { exact: true });
    await (control === "select" ? field.selectOption(request[name]) : field.fill(request[name]));
  }
}

/** Fills in the field that people don't see, as a browser extension may. */
export const fillHoneypot = (form: Locator) =>
  form.locator(".leave-empty input").evaluate((field: HTMLInputElement) => {
    field.value = "Ann";
  });

/** Clicks a form's button as a visitor would; Playwright alone would wait until it is not aria-disabled any more. */
export const press = (form: Locator, button: string) =>
  form.getByRole("button", { name: button }).click({ force: true });

/** Asserts that a form still holds all of a request. */
export async function expectKept(form: Locator, request: QuoteRequest) {
  for (const name of FIELD_NAMES) {
    await expect(form.getByLabel(FIELDS[name].label, { exact: true })).toHaveValue(request[name]);
  }
}

/** Types a request into one of the forms and presses its button. */
export async function send(page: Page, { form, submit }: Form, request = newRequest()) {
  await fill(form(page), request);
  await press(form(page), submit);
}

/**
 * Asserts that the visitor is thanked, and that a request arrived once: its fields in order, as the forwarding service must
 * get them.
 */
export async function expectSent(page: Page, one: Form, forwarder: Forwarder, request: QuoteRequest) {
  await expect(one.form(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  expectArrived(forwarder, one, request);
}

/** The part of `expectSent` that is the service's. */
export function expectArrived({ received }: Forwarder, { subject }: Form, request: QuoteRequest) {
  expect(received.map(({ fields }) => fields)).toEqual([ARRIVED(subject, request)]);
}

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
