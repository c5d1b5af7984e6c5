import type { Page } from "@playwright/test";
import {
  earlierAddress,
  expectKept,
  FORMS,
  fill,
  newRequest,
  press,
  SENT_EARLIER,
  SUCCESS,
  sentAddress,
  settled,
} from "../quote";
import { expect, test } from "../test";

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("quote-draft"));
const NO_MARK = "sent=1";
const FORGED = "sent=1&mark=mgzzzzzz.AAAAAAAAAAAAAAAAAAAAAA";

for (const { name, at, submit, form: find } of FORMS) {
  for (const query of [NO_MARK, FORGED]) {
    test(`Form of the ${name}: ?${query} shows no thanks when nothing was sent, and keeps the draft`, async ({
      page,
      js,
    }) => {
      const request = newRequest();
      await page.goto(at);
      await settled(page, js);
      if (js) await fill(find(page), request);
      await page.goto(`${at}?${query}`);
      await settled(page, js);
      await expect(find(page).getByRole("button", { name: submit })).toBeVisible();
      await expect(page.getByText(SUCCESS)).toHaveCount(0);
      if (js) await expectKept(find(page), request);
      await page.goto(earlierAddress(`${at}?${query}`));
      await settled(page, js);
      await expect(page.getByText(SENT_EARLIER)).toHaveCount(0);
    });
  }

  test(`Form of the ${name}: the thanks have an address that can be loaded again, and tells nothing of the visitor`, async ({
    page,
    js,
  }) => {
    await page.goto(at);
    await settled(page, js);
    await fill(find(page), newRequest());
    await press(find(page), submit);
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    const { pathname, search } = new URL(page.url());
    expect(pathname).toBe(at);
    expect(search).toMatch(/^\?sent=1&mark=[0-9a-z]+\.[\w-]{22}$/);
    await page.reload();
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
  });

  test(`Form of the ${name}: somebody else's thanks keep the draft @script`, async ({ page }) => {
    // A draft is kept by a script.
    const request = newRequest();
    await page.goto(at);
    await settled(page, true);
    await fill(find(page), request);
    await page.goto(await sentAddress(page, at));
    await settled(page, true);
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    await page.goto(at);
    await settled(page, true);
    await expectKept(find(page), request);
  });

  test(`Form of the ${name}: sent before React runs, it takes an older draft with it, but none that is newer @script`, async ({
    page,
  }) => {
    // A draft is kept by a script.
    await page.goto(at);
    await settled(page, true);
    await fill(find(page), newRequest({ fullName: "Older Draft" }));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
    await page.goto("/terms-of-service");
    await page.goto(at, { waitUntil: "commit" });
    await fill(find(page), newRequest());
    await press(find(page), submit);
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    release();
    await settled(page, true);
    await expect.poll(() => stored(page)).toBeNull();

    const thanks = page.url();
    const newer = newRequest({ fullName: "Newer Draft" });
    await page.goto(at);
    await settled(page, true);
    await fill(find(page), newer);
    await page.goBack();
    await expect(page).toHaveURL(thanks);
    await settled(page, true);
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    await page.goto(at);
    await settled(page, true);
    await expectKept(find(page), newer);
  });
}
