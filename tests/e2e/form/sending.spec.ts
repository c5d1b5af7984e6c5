import { open, settled } from "../page";
import { FORMS, newRequest, SUCCESS } from "../quote";
import { expect, test } from "../test";

test("Form: sent once, however often it is pressed", async ({ page, js, forwarder }) => {
  for (const one of FORMS) {
    const { name, at, submit, form: find } = one;
    forwarder.reset();
    const release = forwarder.hold();
    await open(page, at, js);
    const form = find(page);
    const request = newRequest({ projectType: "other" });
    await one.fill(page, request);
    const region = form.locator("form").getByRole("status");
    await region.evaluate((element) => element.setAttribute("data-same", ""));
    const button = form.getByRole("button", { name: submit });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error("the button is not shown");
    // By the mouse alone: Playwright's own click waits for the page that is on its way.
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.mouse.dblclick(...middle);
    if (js) {
      const sending = form.getByRole("button", { name: "Sending..." });
      await expect(sending).toHaveAttribute("aria-disabled", "true");
      // Read out: it was there before its words.
      await expect(form.locator("form [data-same]")).toHaveText("Sending...");
      // What is typed meanwhile would not be sent.
      await expect(form.getByLabel("Additional Notes")).toHaveAttribute("readonly", "");
      await one.press(page, "Sending...");
      await form.getByLabel("Phone *").press("Enter");
      if (name === "quote modal") {
        const cancel = form.getByRole("link", { name: "Cancel" });
        await expect(cancel).toHaveAttribute("aria-disabled", "true");
        await cancel.click({ force: true });
        await page.keyboard.press("Escape");
        await expect(sending).toBeVisible();
      }
    }
    await expect.poll(() => forwarder.received.length).toBe(1);
    await page.mouse.click(...middle);
    release();
    await one.expectSent(page, forwarder, request);

    const { pathname, search } = new URL(page.url());
    expect(pathname).toBe(at);
    expect(search).toMatch(/^\?sent=1&mark=[0-9a-z]+\.[\w-]{22}$/);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.reload();
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    await page.goto("/terms-of-service");
    await page.goBack();
    await settled(page, js);
    expect(posts).toEqual([]);
    one.expectArrived(forwarder, request);
  }
});
