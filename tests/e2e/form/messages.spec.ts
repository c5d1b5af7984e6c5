import type { Page } from "@playwright/test";
import {
  expectKept,
  FAILURE,
  FORMS,
  fill,
  fillHoneypot,
  MESSAGE_MS,
  NOT_YET,
  newRequest,
  nineFields,
  press,
  quoteDialog,
  SENT_EARLIER,
  SUCCESS,
  setHidden,
  settled,
} from "../quote";
import { expect, stopClock, alone as test } from "../test";

/** A phone held upright and sideways, and a laptop. */
const WINDOWS = [
  [360, 640],
  [640, 360],
  [1280, 720],
] as const;

for (const { name, at, submit, subject, form: find } of FORMS) {
  test(`Form of the ${name}: a failed post keeps the form and says so in red for 5,000 ms`, async ({
    page,
    js,
    forwarder,
    site,
  }) => {
    forwarder.behave("status", { status: 500 });
    if (js) await page.clock.install();
    await page.goto(at);
    await settled(page, js);
    const form = find(page);
    const request = newRequest();
    await fill(form, request);
    if (js) await stopClock(page);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await form.getByRole("button", { name: submit }).click();
    expect((await answered).status()).toBe(503);

    const message = form.getByRole("alert").filter({ hasText: FAILURE });
    await expect(message).toHaveText(FAILURE);
    await expect(message).toHaveCSS("color", "rgb(140, 47, 31)");
    await expect(form.locator(".message")).toBeFocused();
    await expectKept(form, request);
    const quiet = form.locator(".failure-line").last();
    await expect(quiet).toContainText("What you typed is still here.");
    const call = quiet.getByRole("link", { name: "(269) 555-0123" });
    await expect(call).toHaveAttribute("href", "tel:+12695550123");
    expect(forwarder.received).toHaveLength(1);
    expect(site.events("quote.kept").at(-1)).toMatchObject({ class: expect.any(String), status: 500 });

    if (js) {
      await page.clock.runFor(MESSAGE_MS - 1);
      await expect(message).toBeVisible();
      await page.clock.runFor(1);
      await expect(message).toBeHidden();
      await page.clock.runFor(60_000);
    }
    await expect(quiet).toBeVisible();
    await expectKept(form, request);
    await expect(page.getByText(SUCCESS)).toHaveCount(0);
  });

  for (const [width, height] of WINDOWS)
    test(`Form of the ${name}: at ${width} x ${height} a failed send is seen, after 5 s too, in the same place`, async ({
      page,
      js,
      forwarder,
    }) => {
      await page.setViewportSize({ width, height });
      forwarder.behave("status", { status: 500 });
      if (js) await page.clock.install();
      await page.goto(at);
      await settled(page, js);
      const form = find(page);
      await fill(form, newRequest());
      if (js) await stopClock(page);
      await press(form, submit);
      const red = form.getByRole("alert");
      await expect(red).toBeInViewport({ ratio: 1 });
      if (!js) return; // Nothing is timed.

      const box = form.locator(".message");
      await expect(box).toBeFocused();
      const before = await box.boundingBox();
      await box.evaluate((element) => element.setAttribute("data-same", ""));
      await page.clock.runFor(MESSAGE_MS);
      await expect(red).toHaveCount(0);
      await expect(box).toBeFocused();
      await expect(box).toHaveAttribute("data-same");
      await expect(box).toContainText("What you typed is still here.");
      await expect(box).toHaveCSS("color", "rgb(44, 45, 44)");
      await expect(box.getByRole("link", { name: "(269) 555-0123" })).toBeInViewport({ ratio: 1 });
      expect((await box.boundingBox())?.y).toBe(before?.y);
    });

  test(`Form of the ${name}: when something else fills in its hidden field it says so, and the next press sends it`, async ({
    page,
    js,
    forwarder,
  }) => {
    if (js) await page.clock.install();
    await page.goto(at);
    await settled(page, js);
    const form = find(page);
    const request = newRequest();
    await fill(form, request);
    await fillHoneypot(form);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await form.getByRole("button", { name: submit }).click();
    expect((await answered).status()).toBe(422);

    const message = form.getByRole("alert");
    await expect(message).toHaveText(NOT_YET(submit));
    await expect(form.locator(".message")).toBeFocused();
    if (js) await page.clock.runFor(60_000);
    await expect(message).toBeVisible();
    await expectKept(form, request);
    await expect(form.locator(".leave-empty")).toHaveCount(0);
    expect(forwarder.received).toEqual([]);

    await form.getByRole("button", { name: submit }).click();
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([nineFields(subject, request)]);
  });
}

test("Form of the contact page: a request held for later is no error: it is not red, nothing is timed, and the phone is a link", async ({
  page,
  js,
  strict,
}) => {
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": `198.19.${js ? 1 : 2}.1` });
  if (js) await page.clock.install();
  for (const count of [1, 2]) {
    await page.goto(`${strict.url}/contact`);
    await settled(page, js);
    await fill(FORMS[1].form(page), newRequest());
    await press(FORMS[1].form(page), FORMS[1].submit);
    await expect(FORMS[1].form(page).locator(".message")).toContainText(count === 1 ? SUCCESS : "saved");
  }
  const box = FORMS[1].form(page).locator(".message");
  await expect(box).toBeFocused();
  if (js) await page.clock.runFor(60_000);
  await expect(box).toHaveText(
    "This request is saved and will be sent later. There is no need to send it again. To reach us sooner, call (269) 555-0123.",
  );
  await expect(box).toHaveCSS("color", "rgb(44, 45, 44)");
  await expect(box.getByRole("link", { name: "(269) 555-0123" })).toBeInViewport();
});

test("Form of the contact page: success resets it; the green message shows for 5,000 ms", async ({
  page,
  js,
  forwarder,
}) => {
  if (js) await page.clock.install();
  await page.goto("/contact");
  await settled(page, js);
  const { form: find, submit } = FORMS[1];
  const form = find(page);
  await fill(form, newRequest());
  if (js) await stopClock(page);
  await form.getByRole("button", { name: submit }).click();
  const message = form.getByRole("status").filter({ hasText: SUCCESS });
  await expect(message).toHaveText(SUCCESS);
  await expect(message).toHaveCSS("color", "rgb(43, 96, 72)");
  expect(forwarder.received).toHaveLength(1);
  for (const label of [
    "Full Name *",
    "Email *",
    "Phone *",
    "Project Type *",
    "Project Location *",
    "Additional Notes",
  ]) {
    await expect(form.getByLabel(label)).toHaveValue("");
  }
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);

  if (!js) return expect(await page.content(), "nothing is timed").not.toContain("http-equiv");
  await page.clock.runFor(MESSAGE_MS - 1);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toBeHidden();
  await expect(page).toHaveURL(/\/contact\?sent=earlier&mark=/);
  await page.clock.runFor(1000);
  await expect(page.getByText(SENT_EARLIER, { exact: true })).toBeFocused();
});

test("Quote modal: closes 5,000 ms after a successful submit, by its link without JavaScript; a quiet line stays", async ({
  page,
  js,
  forwarder,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  if (js) await page.clock.install();
  await page.goto("/services");
  await settled(page, js);
  await page.getByRole("link", { name: /^Request Service\W+Pool Excavation$/ }).click();
  const dialog = quoteDialog(page);
  await fill(dialog, newRequest());
  if (js) await stopClock(page);
  await dialog.getByRole("button", { name: "Send Message & Get Quote" }).click();
  await expect(dialog.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received).toHaveLength(1);

  if (js) {
    await page.clock.runFor(MESSAGE_MS - 1);
    await expect(dialog.getByText(SUCCESS, { exact: true })).toBeVisible();
    await page.clock.runFor(1);
    await expect(dialog).toBeHidden();
    await page.clock.runFor(60_000);
  } else {
    expect(await page.content(), "nothing is timed").not.toContain("http-equiv");
    await dialog.getByRole("link", { name: "Back to the page" }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page).toHaveURL(/\/services\?sent=earlier&mark=[\w.-]+#pool-excavation$/);
  await expect(page.getByRole("status").filter({ hasText: SENT_EARLIER })).toBeVisible();
  await page.reload();
  await expect(page.getByText(SENT_EARLIER, { exact: true })).toBeVisible();

  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  await expect(dialog.getByLabel("Project Type *")).toHaveValue("");
  await expect(dialog.getByLabel("Full Name *")).toHaveValue("");
});

const PAUSES: [
  occasion: string,
  pause: (page: Page) => Promise<unknown>,
  go: (page: Page) => Promise<unknown>,
][] = [
  [
    "the pointer rests on the message",
    (page) => page.getByText(FAILURE, { exact: true }).hover(),
    (page) => page.mouse.move(1, 1),
  ],
  ["the tab is hidden", (page) => page.evaluate(setHidden, true), (page) => page.evaluate(setHidden, false)],
];

for (const [occasion, pause, go] of PAUSES) {
  test(`Form: the 5,000 ms wait while ${occasion} @script`, async ({ page, forwarder }) => {
    // Without JavaScript nothing is timed.
    forwarder.behave("status", { status: 500 });
    await page.clock.install();
    await page.goto("/contact");
    await settled(page, true);
    const form = FORMS[1].form(page);
    await fill(form, newRequest());
    await stopClock(page);
    await form.getByRole("button", { name: "Send Message" }).click();
    const message = form.getByText(FAILURE, { exact: true });
    await expect(message).toBeVisible();
    await page.clock.runFor(2000);
    await pause(page);
    await page.clock.runFor(60_000);
    await expect(message).toBeVisible();
    await go(page);
    await page.clock.runFor(MESSAGE_MS - 2000 - 1);
    await expect(message).toBeVisible();
    await page.clock.runFor(1);
    await expect(message).toBeHidden();
  });
}

const STOPS: [occasion: string, act: (page: Page) => Promise<unknown>][] = [
  ["a key is pressed", (page) => page.keyboard.press("ArrowDown")],
  ["the focus moves", (page) => quoteDialog(page).getByRole("link", { name: "Back to the page" }).focus()],
];

for (const [occasion, act] of STOPS)
  test(`Quote modal: once ${occasion} in it, the thanks stay until they are closed @script`, async ({
    page,
  }) => {
    // Without JavaScript nothing is timed.
    await page.clock.install();
    await page.goto("/about/quote");
    await settled(page, true);
    await fill(quoteDialog(page), newRequest());
    await stopClock(page);
    await press(quoteDialog(page), FORMS[0].submit);
    const thanks = quoteDialog(page).getByText(SUCCESS, { exact: true });
    await expect(thanks).toBeVisible();
    await page.clock.runFor(MESSAGE_MS - 1);
    await act(page);
    await page.clock.runFor(60_000);
    await expect(thanks).toBeVisible();
    await quoteDialog(page).getByRole("link", { name: "Back to the page" }).click();
    await expect(page).toHaveURL(/sent=earlier/);
  });
