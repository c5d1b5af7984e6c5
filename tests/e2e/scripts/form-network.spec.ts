import { open } from "../page";
import { CONTACT, FAILURE, MODAL, newRequest } from "../quote";
import { expect, test } from "../test";

// Chromium's note of the lost network, and Remix's of an answer that it cannot decode.
test.use({ provoked: /net::ERR_INTERNET_DISCONNECTED|^SyntaxError/ });

test("Form: with a proxy's error page in answer it keeps all", async ({ page, forwarder }) => {
  await open(page, CONTACT.at);
  const request = newRequest();
  await CONTACT.fill(page, request);
  await page.route("**/*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Time-out</h1>" })
      : route.continue(),
  );
  await CONTACT.press(page);
  await expect(CONTACT.form(page).getByRole("alert")).toHaveText(FAILURE);
  await CONTACT.expectKept(page, request);
  await page.unrouteAll();
  await CONTACT.press(page);
  await CONTACT.expectSent(page, forwarder, request);
});

test("Form: once the network is back, the message offers to send", async ({ page, forwarder, context }) => {
  await open(page, MODAL.at);
  const form = MODAL.form(page);
  const request = newRequest();
  await MODAL.fill(page, request);
  await context.setOffline(true);
  await MODAL.press(page);
  await expect(form.getByRole("alert")).toHaveText(FAILURE);
  await expect(form.getByText("You were offline.").last()).toBeVisible();
  const sendNow = form.getByRole("button", { name: "Send now" });
  await expect(sendNow).toBeHidden();
  const field = form.getByLabel("Full Name *");
  const before = await field.boundingBox();
  await context.setOffline(false);
  await expect(form.getByRole("alert")).toHaveText("You're back online.");
  expect(await field.boundingBox(), "nothing moves by itself").toEqual(before);
  await expect(sendNow).toBeInViewport();
  await MODAL.expectKept(page, request);
  await sendNow.click();
  await MODAL.expectSent(page, forwarder, request);
});

test("Form: translated, it says the newest outcome by its button", async ({ page, forwarder, context }) => {
  await open(page, MODAL.at);
  const form = MODAL.form(page);
  const line = form.locator(".failure-line").last();
  const request = newRequest();
  await MODAL.fill(page, request);
  forwarder.behave("status", { status: 500 });
  await MODAL.press(page);
  await expect(line).toContainText("Try again");
  // As translators do.
  await form.locator(".failure-line").evaluateAll((lines) => {
    for (const { firstChild } of lines) {
      const font = document.createElement("font");
      font.textContent = firstChild?.textContent ?? "";
      firstChild?.replaceWith(font);
    }
  });
  await context.setOffline(true);
  await MODAL.press(page);
  await expect(line).toContainText("You were offline.");
  await expect(line).not.toContainText("Try again");
  await MODAL.expectKept(page, request);
  // By the button as before, the next press sends it.
  forwarder.reset();
  await context.setOffline(false);
  await MODAL.press(page);
  await MODAL.expectSent(page, forwarder, request);
});
