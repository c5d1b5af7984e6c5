import { FORMS, quoteDialog, settled } from "../quote";
import { expect, test } from "../test";

/** Ids and titles of the services, in their order. */
const PROJECT_TYPES = [
  ["septic-drain-field", "Septic & Drain Field Installation"],
  ["basement-excavation", "Basement Excavation"],
  ["pool-excavation", "Pool Excavation"],
  ["driveway-construction", "Driveway Construction"],
  ["snow-plowing", "Snow Plowing"],
  ["gps-dozer-work", "GPS Dozer Work"],
  ["other", "Other"],
];

const FIELDS = [
  { label: "Full Name *", is: { type: "text", autocomplete: "name", placeholder: /full name/i } },
  { label: "Email *", is: { type: "email", autocomplete: "email", placeholder: /@/ } },
  { label: "Phone *", is: { type: "tel", autocomplete: "tel", placeholder: "(269) 123-4567" } },
  { label: "Project Type *", is: {} },
  {
    label: "Project Location *",
    is: { type: "text", autocomplete: "address-line1", placeholder: "Project address or general location" },
  },
  { label: "Additional Notes", is: { rows: "4" } },
];

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: fields in order, labels with *, types, placeholders, autocomplete; a field for robots; project types; buttons @reads`, async ({
    page,
  }) => {
    await page.goto(at);
    const form = find(page);
    await expect(form.locator("label").filter({ visible: true })).toHaveText(
      FIELDS.map(({ label }) => label),
    );
    const controls = form.locator("input, select, textarea").filter({ visible: true });
    await expect(controls).toHaveCount(FIELDS.length);
    for (const [index, { label, is }] of FIELDS.entries()) {
      const field = controls.nth(index);
      await expect(field).toHaveAccessibleName(label);
      await expect(field).toHaveValue("");
      for (const [attribute, value] of Object.entries(is))
        await expect(field).toHaveAttribute(attribute, value);
      if (label.endsWith("*")) await expect(field).toHaveAttribute("required");
      else await expect(field).not.toHaveAttribute("required");
    }

    const type = form.getByLabel("Project Type *");
    await expect(type.locator("option")).toHaveText([
      "Select project type",
      ...PROJECT_TYPES.map(([, label]) => label as string),
    ]);
    const values = await type
      .locator("option")
      .evaluateAll((all) => all.map((option) => option.getAttribute("value")));
    expect(values).toEqual(["", ...PROJECT_TYPES.map(([id]) => id)]);
    await expect(type.locator("option:checked")).toHaveText("Select project type");

    await expect(form.getByRole("button")).toHaveText([submit]);
    await expect(form.getByRole("link", { name: "Cancel" })).toHaveCount(name === "quote modal" ? 1 : 0);

    // The field for robots is out of sight and out of the tab order, and says what it is.
    const honeypot = form.locator('input[name="b7"]');
    await expect(honeypot).toHaveCount(1);
    await expect(honeypot).toBeHidden();
    await expect(honeypot).toHaveAttribute("autocomplete", "new-password");
    await expect(form.locator(`label[for="${await honeypot.getAttribute("id")}"]`)).toHaveText(
      "Leave this field empty",
    );
    await expect(form.getByRole("textbox", { name: "Leave this field empty" })).toHaveCount(0);
    await honeypot.evaluate((field: HTMLInputElement) => field.focus());
    await expect(honeypot).not.toBeFocused();
  });

  test(`Form of the ${name}: a preselected service shows its label, an unknown one its raw value @reads`, async ({
    page,
  }) => {
    const type = find(page).getByLabel("Project Type *");
    for (const [id, label] of [...PROJECT_TYPES, ["pond <digging>", "pond <digging>"]] as [
      string,
      string,
    ][]) {
      await page.goto(`${at}?${new URLSearchParams({ service: id })}`);
      await expect(type).toHaveValue(id);
      await expect(type.locator("option:checked")).toHaveText(label);
    }
    await expect(type.locator("option")).toHaveCount(PROJECT_TYPES.length + 2);
  });
}

test("Form: an unknown service of any length scrolls nothing sideways @once @reads", async ({ page }) => {
  for (const { at } of FORMS) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${at}?service=${"x".repeat(288)}`);
    const wider = await page.evaluate(() =>
      ["html", "dialog"].filter((part) => {
        const element = document.querySelector(part);
        return element && element.scrollWidth > element.clientWidth;
      }),
    );
    expect(wider, at).toEqual([]);
  }
});

test("Form: the project type dropdown is at most 300px high, toggles, sets and closes on choosing, closes on a click outside", async ({
  page,
  js,
}) => {
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
  await type.getByRole("option", { name: "Snow Plowing" }).click();
  expect(await open()).toBe(false);
  await expect(type).toHaveValue("snow-plowing");

  await type.click();
  expect(await open()).toBe(true);
  // Beside the list, on the card: a click beside the card closes the modal.
  await page.mouse.click(640, 110);
  expect(await open()).toBe(false);
  await expect(type).toHaveValue("snow-plowing");
});
