import { expectKept, FAILURE, FORMS, fill, newRequest, press, SUCCESS, settled } from "../quote";
import { expect, alone as test } from "../test";

// Chromium's note of the lost network, and Remix's of an answer that it cannot decode.
test.use({ provoked: /net::ERR_INTERNET_DISCONNECTED|^SyntaxError/ });

const [MODAL, CONTACT] = FORMS;

test("Form: without a network it keeps what was typed", async ({ page, forwarder, context }) => {
  await page.goto(MODAL.at);
  await settled(page, true);
  const form = MODAL.form(page);
  const request = newRequest();
  await fill(form, request);
  await context.setOffline(true);
  await press(form, MODAL.submit);
  await expect(form.getByRole("alert")).toHaveText(FAILURE);
  await expectKept(form, request);
  await context.setOffline(false);
  await press(form, MODAL.submit);
  await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received).toHaveLength(1);
});

test("Form: a proxy's error page in answer keeps what was typed", async ({ page }) => {
  await page.route("**/*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Time-out</h1>" })
      : route.continue(),
  );
  await page.goto(CONTACT.at);
  await settled(page, true);
  const form = CONTACT.form(page);
  const request = newRequest();
  await fill(form, request);
  await press(form, CONTACT.submit);
  await expect(form.getByRole("alert")).toHaveText(FAILURE);
  await expectKept(form, request);
});
