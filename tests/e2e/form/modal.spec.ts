import type { Page } from "@playwright/test";
import { SERVICES } from "~/contractor/services";
import { expectSent, FORMS, newRequest, open, quoteDialog, send } from "../quote";
import { expect, test } from "../test";

const [MODAL] = FORMS;
const inBar = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Get Quote" });
const inFooter = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: "Request Quote" });

type Opener = [find: (page: Page) => ReturnType<typeof inBar>, type: string];
const inMain = (name: string): Opener => [(page) => page.getByRole("main").getByRole("link", { name }), ""];
const card = (id: string): Opener => [
  (page) => page.getByRole("article").locator(`a[href*="service=${id}"]`),
  id,
];

/** Every opener of the site beyond the top bar's and the footer's, which each page has. */
const OPENERS: Record<string, Opener[]> = {
  "/": [
    ...Object.entries(SERVICES).flatMap(([id, one]) => ("onHome" in one ? [card(id)] : [])),
    ...["Contact Us Today", "Get Your Quote"].map(inMain),
    [(page) => page.getByRole("main").getByRole("link", { name: "Contact Us", exact: true }), ""],
  ],
  "/about": [inMain("Get Your Quote")],
  "/services": [...Object.keys(SERVICES).map(card), inMain("Get Your Quote")],
  "/contact": [inMain("Contact Us Today")],
  "/privacy-policy": [],
  "/terms-of-service": [],
};

for (const [path, openers] of Object.entries(OPENERS))
  test(`Quote modal: opened from every place of ${path}, and sent over it`, async ({ page, forwarder }) => {
    await page.goto(path);
    const dialog = quoteDialog(page);
    for (const [find, type] of [[inFooter, ""], [inBar, ""], ...openers] as Opener[]) {
      await find(page).click();
      await expect(dialog).toBeVisible();
      await expect(page).toHaveTitle("Get Your Free Quote | Hometown Excavating");
      expect(new URL(page.url()).pathname).toBe(path === "/" ? "/quote" : `${path}/quote`);
      await expect(dialog.getByLabel("Project Type *")).toHaveValue(type);
      await dialog.getByRole("link", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    const [find, type] = openers[0] ?? [inBar, ""];
    await find(page).click();
    const request = newRequest({ projectType: type || "other", additionalNotes: "" });
    await send(page, MODAL, request);
    await expectSent(page, MODAL, forwarder, request);
  });

test("Quote modal: it asks for no data, takes the focus and keeps it; the page behind is inert", async ({
  page,
  js,
}) => {
  await open(page, "/services", js);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
  });
  await inBar(page).click();
  const dialog = quoteDialog(page);
  await expect(dialog).toBeVisible();
  if (js) {
    // Without JavaScript the modal is a document of its own.
    await expect(dialog.getByLabel("Full Name *")).toBeFocused();
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
  }
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
});
