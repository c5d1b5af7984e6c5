import type { Page } from "@playwright/test";
import { FORMS, fill, newRequest, nineFields, press, quoteDialog, SUCCESS, settled } from "../quote";
import { expect, test } from "../test";

// React says that the document is not the one it rendered, and that it makes it anew.
test.use({ provoked: /Minified React error #(418|422|423|425)/ });

/** What extensions add before React runs: a panel, an icon by each field, a style. */
const addNodes = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.append(document.createElement("extension-panel"));
    document.body.prepend(document.createElement("div"));
    for (const input of document.querySelectorAll(".field input")) input.after(document.createElement("i"));
  });

/** A translator wraps each text; a password manager each field; a cleaner takes notes, labels and messages away. */
const wrapAndRemove = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    const wrap = (node: ChildNode, name: string) => {
      const wrapper = document.createElement(name);
      node.replaceWith(wrapper);
      wrapper.append(node);
    };
    for (const text of found) {
      if (!text.parentElement?.closest("script, style, template, option, textarea")) wrap(text, "font");
    }
    for (const control of document.querySelectorAll<HTMLElement>(".field :is(input, select, textarea)"))
      wrap(control, "span");
    for (const element of document.querySelectorAll(".form-buttons, .quote-form")) wrap(element, "div");
    for (const note of document.querySelectorAll(
      ".required-note, .field-error, .error-summary h3, .error-summary li",
    ))
      note.remove();
  });

for (const { name, at, submit, subject, form: find } of FORMS) {
  test(`Extensions: nodes they add to the ${name} before React runs cost no letter, no caret and no focus`, async ({
    page,
    forwarder,
  }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(at, { waitUntil: "commit" });
    const request = newRequest({ fullName: "Ann Example" });
    await fill(find(page), request);
    const field = find(page).getByLabel("Full Name *");
    await field.press("End");
    for (let left = 0; left < "Example".length; left++) await page.keyboard.press("ArrowLeft");
    await addNodes(page);
    release();
    // Until React runs, and on.
    let typed = "";
    for (let after = 0; after < 5; ) {
      const letter = "abcdefghij"[typed.length % 10] as string;
      await page.keyboard.press(letter);
      typed += letter;
      if (await page.evaluate(() => history.scrollRestoration === "manual")) after++;
    }
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(`Ann ${typed}Example`);
    await expect(page.locator("extension-panel")).toHaveCount(0); // React did make the document anew.
    await press(find(page), submit);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([
      nineFields(subject, { ...request, fullName: `Ann ${typed}Example` }),
    ]);
  });

  test(`Extensions: what they wrap or take away in the ${name} keeps nobody from sending`, async ({
    page,
    forwarder,
  }) => {
    await page.goto(at);
    await settled(page, true);
    const request = newRequest();
    await wrapAndRemove(page);
    await press(find(page), submit);
    await expect(find(page).locator("[aria-invalid=true]")).toHaveCount(5);
    await wrapAndRemove(page);
    await fill(find(page), { ...request, email: "renee at example.com" });
    await press(find(page), submit);
    await expect(find(page).locator("[aria-invalid=true]")).toHaveCount(1);
    await wrapAndRemove(page);
    await fill(find(page), request);
    await press(find(page), submit);
    await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([nineFields(subject, request)]);

    await wrapAndRemove(page);
    if (name === "quote modal") await quoteDialog(page).getByRole("link", { name: "Close" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Excavation Services");
  });
}
