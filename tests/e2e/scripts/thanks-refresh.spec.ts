import { FORMS, MESSAGE_MS, SENT_EARLIER, SUCCESS, sentAddress, settled } from "../quote";
import { expect, test } from "../test";

for (const { name, at } of FORMS) {
  test.describe("scripts blocked", () => {
    // As an extension or a company's proxy does it: the browser still counts as one that runs scripts.
    test.use({ provoked: /Content Security Policy/ });
    test(`Form of the ${name}: where scripts are blocked the thanks close by themselves`, async ({
      page,
    }) => {
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() !== "document") return route.continue();
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          headers: { ...answer.headers(), "content-security-policy": "script-src 'none'" },
        });
      });
      // A redirect would not come through here, so the thanks are asked for by their address.
      await page.goto(await sentAddress(page, at));
      await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
      await page.waitForURL(/sent=earlier/);
      await expect(page.getByText(SENT_EARLIER, { exact: true })).toBeVisible();
      await expect(page.getByText(SUCCESS, { exact: true })).toBeHidden();
    });
  });

  test(`Form of the ${name}: thanks that came as a document wait for the pointer, too, and close once`, async ({
    page,
  }) => {
    await page.goto(await sentAddress(page, at));
    await settled(page, true);
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    const message = page.getByText(SUCCESS, { exact: true });
    await message.hover();
    // The document's own refresh runs by the browser's clock, which no test can turn.
    await page.waitForTimeout(MESSAGE_MS + 1500);
    await expect(message).toBeVisible();
    await page.mouse.move(1, 1);
    await expect(page.getByText(SENT_EARLIER, { exact: true })).toBeVisible({ timeout: 10_000 });
    expect(loads).toEqual([]);
  });
}
