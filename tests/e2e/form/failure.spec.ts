import type { Page } from "@playwright/test";
import { open, setHidden } from "../page";
import {
  CONTACT,
  FAILURE,
  FORMS,
  fillHoneypot,
  MESSAGE_MS,
  MODAL,
  NOT_YET,
  newRequest,
  SUCCESS,
} from "../quote";
import { expect, stopClock, test } from "../test";

test.use({ lasting: false });

const CALL = { name: "(269) 555-0123" };

type Act = (page: Page) => Promise<unknown>;
/** A phone held upright and sideways, and a laptop; what makes the 5,000 ms wait there, and ends it. */
const WINDOWS: [width: number, height: number, pause?: Act, go?: Act][] = [
  [360, 640, (page) => page.getByText(FAILURE, { exact: true }).hover(), (page) => page.mouse.move(1, 1)],
  [640, 360, (page) => page.evaluate(setHidden, true), (page) => page.evaluate(setHidden, false)],
  [1280, 720],
];

for (const one of FORMS) {
  const { name, at, submit, form: find } = one;

  test(`Form of the ${name}: what could not be sent stays`, async ({ page, js, forwarder, site }) => {
    if (js) await page.clock.install();
    await open(page, at, js);
    const form = find(page);
    const request = newRequest();
    await one.fill(page, request);
    await fillHoneypot(form);
    if (js) await stopClock(page);
    const red = form.getByRole("alert");
    const box = form.locator(".message");
    const line = form.locator(".failure-line").last();
    const answerTo = async (button: string) => {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await form.getByRole("button", { name: button }).click();
      return (await answered).status();
    };

    await test.step("not sent yet", async () => {
      expect(await answerTo(submit)).toBe(422);
      await expect(red).toHaveText(NOT_YET(submit));
      await expect(box).toBeFocused();
      if (js) await page.clock.runFor(60_000);
      await expect(red).toBeVisible();
      await one.expectKept(page, request);
      await expect(form.locator(".leave-empty")).toHaveCount(0);
      expect(forwarder.received).toEqual([]);
    });

    forwarder.behave("status", { status: 500 });
    for (const [index, [width, height, pause, go]] of WINDOWS.entries())
      await test.step(`failed at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height });
        expect(await answerTo(submit)).toBe(503);
        await expect(red).toHaveText(FAILURE);
        await expect(red).toHaveCSS("color", "rgb(140, 47, 31)");
        await expect(red).toBeInViewport({ ratio: 1 });
        await expect(box).toBeFocused();
        await expect(page).toHaveTitle(/^Error: /);
        await expect(line).toContainText("What you typed is still here.");
        await expect(line.getByRole("link", CALL)).toHaveAttribute("href", "tel:+12695550123");
        expect(forwarder.received).toHaveLength(index + 1);
        expect(site.events("quote.attempt_failed").at(-1)).toMatchObject({
          class: "server-error",
          status: 500,
        });

        if (js) {
          const places = async () => [
            await box.boundingBox(),
            await form.getByLabel("Full Name *").boundingBox(),
          ];
          const before = await places();
          await box.evaluate((element) => element.setAttribute("data-same", ""));
          await page.clock.runFor(2000);
          await pause?.(page);
          if (pause) await page.clock.runFor(60_000);
          await go?.(page);
          await page.clock.runFor(MESSAGE_MS - 2000 - 1);
          await expect(red).toBeVisible();
          await page.clock.runFor(1);
          await expect(red).toHaveCount(0);
          await expect(box).toBeFocused();
          await expect(box).toHaveAttribute("data-same");
          await expect(box).toHaveCSS("color", "rgb(44, 45, 44)");
          await expect(box.getByRole("link", CALL)).toBeInViewport({ ratio: 1 });
          expect(await places(), "nothing moves by itself").toEqual(before);
          await page.clock.runFor(60_000);
        }
        await expect(line).toBeVisible();
        await one.expectKept(page, request);
        await expect(page.getByText(SUCCESS)).toHaveCount(0);
      });

    await test.step("sent again", async () => {
      forwarder.reset();
      // Without JavaScript the press itself waits for the answer.
      const release = js ? forwarder.hold() : () => {};
      await one.press(page);
      if (js) {
        await expect(form.getByRole("button", { name: "Sending..." })).toBeVisible();
        expect(await line.isVisible(), "that it failed, while it is sent").toBe(false);
      }
      release();
      await one.expectSent(page, forwarder, request);
      await expect(line).toHaveCount(0);
    });
  });
}

test("Form: an answer that is lost on the way ends the sending @script", async ({ page }) => {
  await page.clock.install();
  await page.route(/\/quote/, (route) =>
    route.request().method() === "POST" ? undefined : route.continue(),
  );
  await open(page, MODAL.at, true);
  await stopClock(page);
  await MODAL.send(page);
  const form = MODAL.form(page);
  await expect(form.getByRole("button", { name: "Sending..." })).toBeVisible();
  await page.clock.runFor(101_000);
  await expect(form.getByRole("alert")).toContainText("there was an error sending your quote request");
  await expect(form.getByRole("button", { name: MODAL.submit })).toBeVisible();
});

test("Form: a request that is held is no error, and nothing is timed", async ({ page, js, strict }) => {
  const box = CONTACT.form(page).locator(".message");
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": `198.19.${js ? 1 : 2}.1` });
  if (js) await page.clock.install();
  for (const answer of [SUCCESS, "saved"]) {
    await open(page, `${strict.url}/contact`, js);
    await CONTACT.send(page);
    await expect(box).toContainText(answer);
  }
  await expect(box).toBeFocused();
  if (js) await page.clock.runFor(60_000);
  await expect(box).toHaveText(
    "This request is saved and will be sent later. There is no need to send it again. To reach us sooner, call (269) 555-0123.",
  );
  await expect(box).toHaveCSS("color", "rgb(44, 45, 44)");
  await expect(box.getByRole("link", CALL)).toBeInViewport();
});
