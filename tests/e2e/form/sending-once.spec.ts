import { expectKept, FORMS, fill, newRequest, nineFields, press, SUCCESS, settled } from "../quote";
import { expect, test } from "../test";

for (const { name, at, submit, subject, form: find } of FORMS) {
  test(`Form of the ${name}: reload and Back after success send nothing again`, async ({
    page,
    forwarder,
  }) => {
    await page.goto(at);
    const form = find(page);
    await fill(form, newRequest());
    await press(form, submit);
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts++;
    });
    await page.reload();
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    await page.goto("/about");
    await page.goBack();
    await page.waitForLoadState("networkidle");
    expect(posts).toBe(0);
    expect(forwarder.received).toHaveLength(1);
  });

  test(`Form of the ${name}: a double click, and one more in flight, send one request`, async ({
    page,
    forwarder,
  }) => {
    forwarder.behave("slow", { ms: 1500 });
    await page.goto(at);
    await fill(find(page), newRequest());
    const button = find(page).getByRole("button", { name: submit });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error("the button is not shown");
    // By the mouse alone: Playwright's own click waits for the page that is on its way.
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.mouse.dblclick(...middle);
    await expect.poll(() => forwarder.received.length).toBe(1);
    await page.mouse.click(...middle);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received).toHaveLength(1);
  });

  test(`Form of the ${name}: a failure with HTTP 200 and an HTML document counts as success`, async ({
    page,
    forwarder,
  }) => {
    forwarder.behave("html-other");
    await page.goto(at);
    await fill(find(page), newRequest());
    await press(find(page), submit);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received).toHaveLength(1);
  });

  test(`Form of the ${name}: what is typed before React runs stays and arrives @script`, async ({
    page,
    forwarder,
  }) => {
    // React never runs without JavaScript.
    let release = () => {};
    const scripts = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(at, { waitUntil: "commit" });
    const request = newRequest();
    await fill(find(page), request);
    release();
    await settled(page, true);
    await expectKept(find(page), request);
    await press(find(page), submit);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([nineFields(subject, request)]);
  });
}
