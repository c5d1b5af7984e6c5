import {
  expectKept,
  FORMS,
  fill,
  newRequest,
  nineFields,
  press,
  quoteDialog,
  SUCCESS,
  settled,
} from "../quote";
import { expect, test } from "../test";

const NO_NAME = "Enter your full name";
const NO_EMAIL = "Enter your email, like name@example.com";
const NO_PHONE = "Enter a phone number, like (269) 123-4567";
const NO_TYPE = "Select a project type";
const NO_PLACE = "Enter the project address or general location";
const ERRORS = [
  ["Full Name *", NO_NAME],
  ["Email *", NO_EMAIL],
  ["Phone *", NO_PHONE],
  ["Project Type *", NO_TYPE],
  ["Project Location *", NO_PLACE],
] as const;
const MESSAGES = [NO_NAME, NO_EMAIL, NO_PHONE, NO_TYPE, NO_PLACE];

for (const { name, at, submit, form: find } of FORMS) {
  test(`Form of the ${name}: submitting it empty marks all fields touched and sends nothing`, async ({
    page,
    js,
    forwarder,
  }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto(at);
    await settled(page, js);
    const form = find(page);
    const answered = js
      ? undefined
      : page.waitForResponse((response) => response.request().method() === "POST");
    await press(form, submit);
    if (answered) expect((await answered).status()).toBe(422);

    const summary = form.getByRole("alert");
    await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    await expect(summary.getByRole("link")).toHaveText(MESSAGES);
    await expect(form.locator(".error-summary")).toBeFocused();
    for (const [label, message] of ERRORS) {
      await expect(form.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
      await expect(form.getByLabel(label)).toHaveAccessibleDescription(message);
    }
    await expect(form.getByLabel("Additional Notes")).toHaveAttribute("aria-invalid", "false");
    if (js) expect(posts).toEqual([]);
    expect(forwarder.received).toEqual([]);
  });

  test(`Form of the ${name}: each line of the summary leads to its field`, async ({ page }) => {
    await page.goto(at);
    const form = find(page);
    for (const [label, message] of ERRORS) {
      await press(form, submit);
      await form.getByRole("link", { name: message }).click();
      await expect(form.getByLabel(label)).toBeFocused();
    }
  });

  test(`Form of the ${name}: Enter in an invalid form shows the errors too`, async ({
    page,
    js,
    forwarder,
  }) => {
    await page.goto(at);
    await settled(page, js);
    await find(page).getByLabel("Phone *").press("Enter");
    await expect(find(page).getByRole("alert").getByRole("link")).toHaveText(MESSAGES);
    expect(forwarder.received).toEqual([]);
  });

  test(`Form of the ${name}: what was typed stays when it is refused`, async ({ page, forwarder }) => {
    await page.goto(at);
    const form = find(page);
    const request = newRequest({ email: "renee at example.com" });
    await fill(form, request);
    await press(form, submit);
    await expect(form.getByRole("alert").getByRole("link")).toHaveText([NO_EMAIL]);
    await expectKept(form, request);
    expect(forwarder.received).toEqual([]);
  });

  test(`Form of the ${name}: a field shows as invalid only once touched @script`, async ({ page }) => {
    // Without JavaScript a field is judged when the form is sent, never before.
    await page.goto(at);
    await settled(page, true);
    const form = find(page);
    await form.getByLabel("Full Name *").focus();
    await expect(form.locator("[aria-invalid=true], .field-error")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(form.getByLabel("Full Name *")).toHaveAccessibleDescription(NO_NAME);
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(1);
    await page.keyboard.type("renee@");
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(form.getByLabel("Email *")).toHaveAccessibleDescription(NO_EMAIL);
    await form.getByLabel("Email *").fill("renee@example.com");
    await expect(form.getByLabel("Email *")).toHaveAttribute("aria-invalid", "false");
    await expect(form.getByLabel("Email *")).toHaveAccessibleDescription("");
    // One field's fault is told at the field; the summary is for who tried to send.
    await expect(form.getByRole("alert")).toHaveCount(0);
  });

  test(`Form of the ${name}: assistive technology hears of no invalid entry before anything was typed`, async ({
    page,
    js,
  }) => {
    await page.goto(at);
    await settled(page, js);
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const fields = nodes.filter(({ properties }) => properties?.some(({ name }) => name === "invalid"));
    expect(fields.length).toBeGreaterThan(5);
    for (const { name, properties } of fields)
      expect(properties?.find(({ name }) => name === "invalid")?.value.value, name?.value).toBe("false");
  });

  test(`Form of the ${name}: opening the list of project types by keyboard is no error, and moves nothing @script`, async ({
    page,
  }) => {
    // Without JavaScript a field is judged when the form is sent, never before.
    await page.goto(at);
    await settled(page, true);
    const type = find(page).getByLabel("Project Type *");
    // In the modal it has the focus, and leaving it empty would be an error.
    await find(page).getByLabel("Full Name *").fill("Renée");
    await type.focus();
    const before = await type.boundingBox();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    expect(await type.evaluate((select) => select.matches(":open"))).toBe(true);
    await expect(find(page).locator(".field-error")).toHaveCount(0);
    expect(await type.boundingBox()).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(find(page).locator(".field-error")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(find(page).locator(".field-error")).toHaveText(NO_TYPE);
  });

  test(`Form of the ${name}: the submit button is disabled while the form is invalid`, async ({
    page,
    js,
  }) => {
    await page.goto(at);
    const button = find(page).getByRole("button", { name: submit });
    if (!js) {
      await expect(button).not.toHaveAttribute("aria-disabled");
      return expect(button).toBeEnabled();
    }
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await fill(find(page), newRequest({ additionalNotes: "" }));
    await expect(button).not.toHaveAttribute("aria-disabled");
    await find(page).getByLabel("Email *").fill("renee@");
    await expect(button).toHaveAttribute("aria-disabled", "true");
    // Never `disabled`: a click must still arrive, to show what is missing.
    await expect(button).not.toHaveAttribute("disabled");
  });
}

test("Form: an email pasted with a name, or dictated with a full stop, becomes the plain address", async ({
  page,
  js,
  forwarder,
}) => {
  await page.goto("/quote");
  await settled(page, js);
  const form = quoteDialog(page);
  const request = newRequest();
  await fill(form, { ...request, email: "Renée O’Brien <renee@example.com>." });
  if (js) await expect(form.getByLabel("Email *")).toHaveValue(request.email);
  await press(form, "Send Message & Get Quote");
  await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    nineFields("New Quote Request from Website", request),
  ]);
});

test("Form: email must be a valid email format; spaces alone are no answer", async ({ page, forwarder }) => {
  await page.goto("/quote");
  const form = quoteDialog(page);
  const faults: [change: Parameters<typeof newRequest>[0], message: string][] = [
    [{ email: "renee" }, NO_EMAIL],
    [{ email: "renee@example" }, NO_EMAIL],
    [{ email: "two words@example.com" }, NO_EMAIL],
    [{ email: "bob,smith@example.com" }, NO_EMAIL],
    [{ email: "bob@example.com, ann@example.com" }, "Enter one email address only"],
    [{ fullName: "   " }, NO_NAME],
    [{ phone: "\t" }, NO_PHONE],
    [{ projectLocation: " " }, NO_PLACE],
  ];
  for (const [change, message] of faults) {
    await fill(form, newRequest(change));
    await press(form, "Send Message & Get Quote");
    await expect(form.getByRole("alert").getByRole("link")).toHaveText([message]);
  }
  expect(forwarder.received).toEqual([]);
});
