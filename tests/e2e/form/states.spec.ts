import { FAILURE, FORMS, fill, newRequest, press, SUCCESS, settled } from "../quote";
import { expect, test } from "../test";

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: in flight it reads 'Sending...' and both buttons are disabled @script`, async ({
    page,
    forwarder,
  }) => {
    // Without JavaScript the browser itself shows that a form is on its way.
    forwarder.behave("slow", { ms: 1500 });
    await page.goto(at);
    await settled(page, true);
    const form = find(page);
    await fill(form, newRequest());
    await form.getByRole("button", { name: submit }).click();
    const sending = form.getByRole("button", { name: "Sending..." });
    await expect(sending).toHaveAttribute("aria-disabled", "true");
    await press(form, "Sending...");
    await form.getByLabel("Phone *").press("Enter");
    if (name === "quote modal") {
      const cancel = form.getByRole("link", { name: "Cancel" });
      await expect(cancel).toHaveAttribute("aria-disabled", "true");
      await cancel.click({ force: true });
      // Of two presses of Esc in a row a browser lets the page refuse only the first.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(sending).toBeVisible();
    }
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received).toHaveLength(1);
  });

  test(`Form of the ${name}: after a failure the same request can be sent again`, async ({
    page,
    forwarder,
  }) => {
    forwarder.behave("status", { status: 503 });
    await page.goto(at);
    const form = find(page);
    await fill(form, newRequest());
    await form.getByRole("button", { name: submit }).click();
    await expect(form.getByText(FAILURE, { exact: true })).toBeVisible();
    forwarder.reset();
    await form.getByRole("button", { name: submit }).click();
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    await expect(form.getByText("What you typed is still here.")).toHaveCount(0);
    expect(forwarder.received).toHaveLength(1);
  });
}
