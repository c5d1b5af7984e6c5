import { open } from "../page";
import { FORMS, newRequest, quoteDialog, SUCCESS } from "../quote";
import { expect, stopClock, test } from "../test";

test.use({ lasting: false });

for (const one of FORMS)
  test(`Form of the ${one.name}: the thanks have what was sent, once`, async ({ page, context }) => {
    await page.clock.install();
    await open(page, one.at);
    await stopClock(page);
    const request = newRequest();
    await one.send(page, request);
    const thanks = page.getByText(SUCCESS, { exact: true });
    await expect(thanks).toBeVisible();
    const copy = page.getByRole("group").filter({ hasText: "What you sent" });
    await expect(copy.getByText(request.email)).toBeHidden();
    await copy.getByText("What you sent").click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(60_000);
    for (const text of [request.fullName, request.email, request.phone, request.projectLocation])
      await expect(copy.getByText(text, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      request.email,
    );

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByText(SUCCESS, { exact: true })).toBeVisible();
    await expect(other.getByText("What you sent")).toHaveCount(0);
    await other.close();

    await page.reload();
    await expect(thanks).toBeVisible();
    await expect(page.getByText("What you sent")).toHaveCount(0);
    await expect(quoteDialog(page).or(page.locator("main")).first()).not.toContainText(request.email);
  });
