import { expectKept, FAILURE, FORMS, fill, newRequest, SUCCESS, settled } from "../quote";
import { expect, alone as test } from "../test";

// Chromium's note of the lost network, and Remix's of an answer that it cannot decode.
test.use({ provoked: /net::ERR_INTERNET_DISCONNECTED|^SyntaxError/ });

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: without a network it keeps what was typed`, async ({
    page,
    forwarder,
    context,
  }) => {
    await page.goto(at);
    await settled(page, true);
    const form = find(page);
    const request = newRequest();
    await fill(form, request);
    await context.setOffline(true);
    await form.getByRole("button", { name: submit }).click();
    await expect(form.getByRole("alert")).toHaveText(FAILURE);
    await expectKept(form, request);
    await context.setOffline(false);
    await form.getByRole("button", { name: submit }).click();
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received).toHaveLength(1);
  });

  test(`Form of the ${name}: a proxy's error page in answer keeps what was typed`, async ({ page }) => {
    await page.route("**/*", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Time-out</h1>" })
        : route.continue(),
    );
    await page.goto(at);
    await settled(page, true);
    const request = newRequest();
    await fill(find(page), request);
    await find(page).getByRole("button", { name: submit }).click();
    await expect(find(page).getByRole("alert")).toHaveText(FAILURE);
    await expectKept(find(page), request);
  });
}
