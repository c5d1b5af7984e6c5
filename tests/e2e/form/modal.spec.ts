import type { Locator, Page } from "@playwright/test";
import { SERVICES } from "~/contractor/services";
import { inBar, open } from "../page";
import { MODAL, newRequest, quoteDialog } from "../quote";
import { expect, test } from "../test";

const inFooter = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: "Request Quote" });

type Opener = [find: (page: Page) => Locator, type: string];
const inMain = (name: string): Opener => [(page) => page.getByRole("main").getByRole("link", { name }), ""];
const card = (id: string): Opener => [
  (page) => page.getByRole("article").locator(`a[href*="service=${id}"]`),
  id,
];

/** Every opener of each page. The last one is sent from. */
const OPENERS: Record<string, Opener[]> = {
  "/": [
    ...["Contact Us Today", "Get Your Quote"].map(inMain),
    [(page) => page.getByRole("main").getByRole("link", { name: "Contact Us", exact: true }), ""],
    ...Object.entries(SERVICES).flatMap(([id, one]) => ("onHome" in one ? [card(id)] : [])),
  ],
  "/about": [inMain("Get Your Quote")],
  "/services": [inMain("Get Your Quote"), ...Object.keys(SERVICES).map(card)],
  "/contact": [inMain("Contact Us Today")],
  "/privacy-policy": [],
  "/terms-of-service": [],
};

const address = async (link: Locator) => new URL(await link.evaluate((one: HTMLAnchorElement) => one.href));

for (const [path, own] of Object.entries(OPENERS))
  test(`Quote modal: opened from every place of ${path}, and sent`, async ({ page, js, forwarder }) => {
    const dialog = quoteDialog(page);
    await page.goto(path);
    const openers: Opener[] = [[inBar, ""], [inFooter, ""], ...own];
    for (const [index, [find, type]] of openers.entries()) {
      const isLast = index === openers.length - 1;
      const { pathname, searchParams } = await address(find(page));
      expect(pathname).toBe(path === "/" ? "/quote" : `${path}/quote`);
      expect(searchParams.get("service") ?? "").toBe(type);
      // Without JavaScript its address decides what a link opens.
      if (!js && !isLast) continue;
      await find(page).click();
      await expect(dialog).toBeVisible();
      await expect(page).toHaveTitle("Get Your Free Quote | Hometown Excavating");
      expect(new URL(page.url()).pathname).toBe(pathname);
      await expect(dialog.getByLabel("Project Type *")).toHaveValue(type);
      const cancel = dialog.getByRole("link", { name: "Cancel" });
      expect((await address(cancel)).pathname).toBe(path);
      if (isLast) continue;
      await cancel.click();
      await expect(dialog).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    forwarder.reset();
    const [, type] = openers.at(-1) as Opener;
    const request = newRequest({ projectType: type || "other", additionalNotes: "" });
    await MODAL.send(page, request);
    await MODAL.expectSent(page, forwarder, request);
  });

test("Quote modal: it asks for no data, and has the focus; the rest is inert", async ({ page, js }) => {
  await open(page, "/services", js);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
  });
  await inBar(page).click();
  const dialog = quoteDialog(page);
  await expect(dialog).toBeVisible();
  if (js) await expect(dialog.getByLabel("Full Name *")).toBeFocused();
  await expect(page.locator("main h1")).toBeVisible();
  for (const part of ["header", "main", "footer"])
    await expect(page.locator(part)).toHaveAttribute("inert", "");
  await dialog.getByLabel("Full Name *").focus();
  for (let presses = 0; presses < 24; presses++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest("dialog")
        ? null
        : activeElement?.outerHTML;
    });
    expect(outside, `after ${presses + 1} presses of Tab`).toBeNull();
  }
  // Without JavaScript the modal is a document of its own.
  if (js) expect(asked).toEqual([]);
});
