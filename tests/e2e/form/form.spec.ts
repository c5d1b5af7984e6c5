import { PHONE_EXAMPLE } from "~/contractor/company";
import { PROJECT_TYPES } from "~/quote/project-types";
import { open, settled } from "../page";
import { FORMS, quoteDialog } from "../quote";
import { box, expect, SERVICE, test } from "../test";

const FIELDS = [
  {
    label: "Full Name *",
    is: { type: "text", autocomplete: "name", placeholder: expect.stringMatching(/full name/i) },
  },
  {
    label: "Email *",
    is: { type: "email", autocomplete: "email", placeholder: expect.stringContaining("@") },
  },
  { label: "Phone *", is: { type: "tel", autocomplete: "tel", placeholder: PHONE_EXAMPLE } },
  { label: "Project Type *", is: {} },
  {
    label: "Project Location *",
    is: { type: "text", autocomplete: "address-level2", placeholder: "Project address or general location" },
  },
  { label: "Additional Notes", is: { rows: "4" } },
];

const WINDOWS = [
  [640, 360], // a phone on its side
  [360, 320], // a phone with its keyboard open
  [320, 256], // 1280 × 1024 at 400 %
] as const;

/** An unknown one of a length that could make the form wider than a phone. */
const UNKNOWN = `pond <digging> ${"x".repeat(288)}`;

for (const { name, at, submit, form: find } of FORMS) {
  // The contact page runs no script before it is used.
  const tag = name === "contact page" ? " @no-script" : "";
  test(`Form of the ${name}: its fields, types and buttons${tag}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(at);
    const form = find(page);
    if (name === "quote modal") {
      const heading = form.getByRole("heading", { name: "Get Your Free Quote", exact: true });
      await expect(heading).toHaveCSS("text-transform", "uppercase");
      const text = "Fill out the form below and we'll get back to you as soon as we can.";
      await expect(form.getByText(text, { exact: true })).toBeVisible();
      const phone = form.getByRole("link", { name: "(269) 555-0123" });
      await expect(phone).toHaveAttribute("href", /^tel:/);
      expect((await box(phone)).height).toBeGreaterThanOrEqual(44);
    }
    const labels = FIELDS.map(({ label }) => label);
    const shown = await form.locator("label").filter({ visible: true }).allTextContents();
    expect(shown.filter((label) => labels.includes(label))).toEqual(labels);
    for (const { label, is } of FIELDS) {
      const field = form.getByLabel(label, { exact: true });
      const found = await field.evaluate(
        (one: HTMLInputElement, names) => ({
          value: one.value,
          required: one.required,
          bidi: getComputedStyle(one).unicodeBidi,
          is: names.map((name) => one.getAttribute(name)),
        }),
        Object.keys(is),
      );
      // What is typed from right to left begins at the right.
      const bidi = label === "Project Type *" ? expect.anything() : "plaintext";
      expect(found).toEqual({ value: "", required: label.endsWith("*"), bidi, is: Object.values(is) });
    }
    await expect(form.getByRole("button")).toHaveText([submit]);
    await expect(form.getByRole("link", { name: "Cancel" })).toHaveCount(name === "quote modal" ? 1 : 0);

    // The field for robots is out of sight and out of the tab order, and says what it is.
    const honeypot = form.locator('input[name="b7"]');
    await expect(honeypot).toBeHidden();
    await expect(honeypot).toHaveAttribute("autocomplete", "new-password");
    await expect(form.locator(`label[for="${await honeypot.getAttribute("id")}"]`)).toHaveText(
      "Leave this field empty",
    );
    await expect(form.getByRole("textbox", { name: "Leave this field empty" })).toHaveCount(0);
    await honeypot.evaluate((field: HTMLInputElement) => field.focus());
    await expect(honeypot).not.toBeFocused();

    const type = form.getByLabel("Project Type *");
    const options = () =>
      type
        .locator("option")
        .evaluateAll((all) => all.map((one) => [one.getAttribute("value"), one.textContent]));
    const known = [["", "Select project type"], ...PROJECT_TYPES.map(({ id, label }) => [id, label])];
    expect(await options()).toEqual(known);
    await expect(type.locator("option:checked")).toHaveText("Select project type");
    for (const [service = "", label = ""] of [known[1] ?? [], [UNKNOWN, UNKNOWN]]) {
      await page.goto(`${at}?${new URLSearchParams({ service })}`);
      await expect(type).toHaveValue(service);
      await expect(type.locator("option:checked")).toHaveText(label);
    }
    expect(await options()).toEqual([...known, [UNKNOWN, UNKNOWN]]);
    for (const part of await page.locator("html, dialog").all())
      expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
        0,
      );
  });
}

test("Form: on paper are its heading, then all of the notes, and no focus @once", async ({ page }) => {
  for (const { at, form: find } of FORMS) {
    await page.emulateMedia({ media: null });
    await open(page, at);
    const form = find(page);
    const notes = form.getByLabel("Additional Notes");
    await notes.pressSequentially("a\n".repeat(30));
    await page.emulateMedia({ media: "print" });
    expect(await notes.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(0);
    await expect(notes).toHaveCSS("outline-style", "none");
    const [heading, label] = [
      await box(form.getByRole("heading").first()),
      await box(form.getByText("Full Name *")),
    ];
    expect(label.top - heading.bottom).toBeGreaterThan(0);
    expect(label.top - heading.bottom).toBeLessThan(150);
  }
});

test("Form: the list of project types works by pointer and by keys in any window", async ({ page, js }) => {
  await page.goto("/quote");
  // A list that is open while the modal becomes a true one is closed by that.
  await settled(page, js);
  const type = quoteDialog(page).getByLabel("Project Type *");
  const open = () => type.evaluate((select) => select.matches(":open"));
  await type.click();
  expect(await open()).toBe(true);
  expect(await type.evaluate((select) => getComputedStyle(select, "::picker(select)").height)).toBe("300px");
  await type.click();
  expect(await open()).toBe(false);

  await type.click();
  await type.getByRole("option", { name: SERVICE.title }).click();
  expect(await open()).toBe(false);
  await expect(type).toHaveValue(SERVICE.id);

  await type.click();
  expect(await open()).toBe(true);
  // Beside the list, on the card: a click beside the card closes the modal.
  await page.mouse.click(640, 110);
  expect(await open()).toBe(false);
  await expect(type).toHaveValue(SERVICE.id);

  // No script changes what a window does.
  for (const [width, height] of js ? WINDOWS : WINDOWS.slice(-1)) {
    await page.setViewportSize({ width, height });
    await type.selectOption("");
    await quoteDialog(page).getByLabel("Full Name *").focus();
    await type.focus();
    await page.keyboard.press("Space");
    for (const [index, option] of (await type.getByRole("option").all()).entries()) {
      if (index > 0) await page.keyboard.press("ArrowDown");
      await expect(option, `${width} × ${height}`).toBeFocused();
      await expect(option, `${width} × ${height}`).toBeInViewport({ ratio: 0.95 });
    }
    await page.keyboard.press("Enter");
    await expect(type).toHaveValue("other");
  }
});
