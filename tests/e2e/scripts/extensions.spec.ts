import type { Page } from "@playwright/test";
import { holdScripts, inBar, open, reactRuns } from "../page";
import { CONTACT, MODAL, newRequest, quoteDialog } from "../quote";
import { expect, HEADLINES, headline, test } from "../test";

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

test("Extensions: what they add before React runs costs no letter or focus", async ({ page, forwarder }) => {
  const release = await holdScripts(page);
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  const form = CONTACT.form(page);
  const request = newRequest({ fullName: "Ann Example" });
  await CONTACT.fill(page, request);
  const field = form.getByLabel("Full Name *");
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
    if (await reactRuns(page)) after++;
  }
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`Ann ${typed}Example`);
  await expect(page.locator("extension-panel")).toHaveCount(0); // React did make the document anew,
  await expect(page.getByRole("banner")).toHaveCSS("position", "fixed"); // with its style.
  await CONTACT.press(page);
  await CONTACT.expectSent(page, forwarder, { ...request, fullName: `Ann ${typed}Example` });
});

test("Extensions: what they wrap or take away keeps nobody from sending", async ({ page, forwarder }) => {
  await open(page, MODAL.at);
  const modal = quoteDialog(page);
  const request = newRequest();
  await wrapAndRemove(page);
  await MODAL.press(page);
  await expect(modal.locator("[aria-invalid=true]")).toHaveCount(5);
  await wrapAndRemove(page);
  await MODAL.send(page, { ...request, email: "renee at example.com" });
  await expect(modal.locator("[aria-invalid=true]")).toHaveCount(1);
  await wrapAndRemove(page);
  await MODAL.send(page, request);
  await MODAL.expectSent(page, forwarder, request);

  await wrapAndRemove(page);
  await modal.getByRole("link", { name: "Close" }).click();
  await inBar(page, "Services").click();
  await expect(headline(page)).toHaveText(HEADLINES["/services"]);
});
