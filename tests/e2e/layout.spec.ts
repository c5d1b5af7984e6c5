import type { Locator } from "@playwright/test";
import { contrast } from "./checks/contrast";
import { open } from "./page";
import { CONTACT, FORMS, MODAL, newRequest, quoteDialog, SUCCESS, sentAddress } from "./quote";
import { box, expect, test } from "./test";

/** Whether a person sees an element: nothing lies over its middle, and it is inside the window. */
const isSeen = (element: Locator) =>
  element.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [y + 1, y + height - 1].every((row) => {
      const top = document.elementFromPoint(x + Math.min(width, 40) / 2, row);
      return top !== null && (element.contains(top) || top.contains(element));
    });
  });

test("Layout of the modal: its form needs no scrolling; on phones Send is first", async ({ page, js }) => {
  await open(page, "/quote", js);
  const modal = quoteDialog(page);
  const [send, cancel] = [
    modal.getByRole("button", { name: MODAL.submit }),
    modal.getByRole("link", { name: "Cancel" }),
  ];
  const title = modal.getByRole("heading", { level: 2 });
  const close = modal.getByRole("link", { name: "Close" });
  if (js) {
    // axe judges no button that is inactive, which without JavaScript none is.
    await expect(send).toHaveAttribute("aria-disabled", "true");
    const [color, ground, opacity] = await send.evaluate((element) => {
      const { color, backgroundColor, opacity } = getComputedStyle(element);
      return [color, backgroundColor, opacity] as const;
    });
    expect(opacity).toBe("1");
    expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
  }
  for (const part of [title, close, send]) await expect(part).toBeInViewport({ ratio: 1 });
  await MODAL.press(page);
  for (const part of [page.getByText("There is a problem"), title, close])
    await expect(part).toBeInViewport({ ratio: 1 });
  const place = async (label: string) => [
    (await box(modal.getByText(label, { exact: true }))).top,
    (await box(modal.getByLabel(label))).bottom,
  ];
  expect(await place("Project Type *")).toEqual(await place("Project Location *"));
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await box(send)).top).toBeLessThan((await box(cancel)).top);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(await sentAddress(page, "/about/quote"));
  await expect(title).toHaveText("Request sent");
  expect((await box(page.locator(".quote-card"))).height).toBeLessThanOrEqual(440);
});

test("Layout of the forms: a summary's link shows label and error", async ({ page, js }) => {
  for (const one of FORMS) {
    const { at, submit, form: find } = one;
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, at, js);
    await one.press(page);
    const links = find(page).getByRole("alert").getByRole("link");
    await expect(links).toHaveCount(5);
    const button = find(page).locator("button", { hasText: submit });
    for (const [width, height] of [
      [360, 640],
      [1280, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const link of await links.all()) {
        // From below, so that the field comes into view at the top, where the bar is.
        await button.scrollIntoViewIfNeeded();
        const message = await link.evaluate((element: HTMLElement) => {
          element.click();
          return element.textContent ?? "";
        });
        await expect(page.locator(":focus")).toHaveAccessibleDescription(message);
        const parts = page.locator(".field", { has: page.locator(":focus") });
        await expect.poll(() => isSeen(parts.locator("label")), { message }).toBe(true);
        expect(await isSeen(parts.locator(".field-error")), message).toBe(true);
      }
    }
  }
});

test("Form: of what is too long it says by how much; shortened so, it is sent", async ({ page, js }) => {
  const { form: find, at, submit } = CONTACT;
  await open(page, at, js);
  const form = find(page);
  // Without JavaScript it comes back in a plain form.
  const error = js ? form.getByRole("alert").getByRole("link") : page.getByText("Your request is too long");
  const notes = page.getByLabel(js ? "Additional Notes" : "Notes");
  const words = "земля ".repeat(3000);
  await CONTACT.fill(page, newRequest({ additionalNotes: words }));
  await CONTACT.press(page);
  if (js) await expect(notes).toHaveAccessibleDescription(/^Your request is too long/);
  else await expect(notes).toHaveValue(words);
  const [, percent] = /by about (\d+)%/.exec((await error.textContent()) ?? "") ?? [];
  const shorter = words.slice(0, words.length * (1 - Number(percent) / 100));
  expect(shorter.length).toBeGreaterThan(10_000);
  await notes.fill(shorter);
  await page.locator("form").getByRole("button", { name: submit }).click({ force: true });
  await expect(page.getByText(SUCCESS, { exact: true })).toBeVisible();
});
