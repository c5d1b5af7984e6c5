import { PHONE_EXAMPLE } from "~/contractor/company";
import { holdScripts, open, settled } from "../page";
import { CONTACT, EMPTY, FORMS, newRequest } from "../quote";
import { expect, test } from "../test";

const NO_EMAIL = "Enter your email, like name@example.com";
const NO_TYPE = "Select a project type";
const ERRORS = [
  ["Full Name *", "Enter your full name"],
  ["Email *", NO_EMAIL],
  ["Phone *", `Enter a phone number, like ${PHONE_EXAMPLE}`],
  ["Project Type *", NO_TYPE],
  ["Project Location *", "Enter the project address or general location"],
] as const;
const MESSAGES = ERRORS.map(([, message]) => message);
const TITLES = { "quote modal": "Get Your Free Quote", "contact page": "Contact Us" };

for (const one of FORMS) {
  const { name, at, submit, form: find } = one;
  const title = `${TITLES[name]} | Hometown Excavating`;

  test(`Form of the ${name}: errors are at their fields until mended`, async ({ page, js, forwarder }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await open(page, at, js);
    const form = find(page);
    const errors = form.locator(".field-error");
    const email = form.getByLabel("Email *");
    const summary = form.getByRole("alert");
    const button = form.getByRole("button", { name: submit });
    /** Without JavaScript nothing is judged before it is sent, so it is never disabled. */
    const expectDisabled = async (disabled: boolean) => {
      if (disabled && js) await expect(button).toHaveAttribute("aria-disabled", "true");
      else await expect(button).not.toHaveAttribute("aria-disabled");
      // Never `disabled`: a click must still arrive, to show what is missing.
      await expect(button).not.toHaveAttribute("disabled");
    };

    await test.step("assistive technology hears of no invalid entry before anything was typed", async () => {
      await expectDisabled(true);
      await expect(page).toHaveTitle(title);
      const session = await page.context().newCDPSession(page);
      const { nodes } = await session.send("Accessibility.getFullAXTree");
      const fields = nodes.filter(({ properties }) => properties?.some(({ name }) => name === "invalid"));
      expect(fields.length).toBeGreaterThan(5);
      for (const { name, properties } of fields)
        expect(properties?.find(({ name }) => name === "invalid")?.value.value, name?.value).toBe("false");
    });

    if (js)
      await test.step("a field that was left", async () => {
        const type = form.getByLabel("Project Type *");
        // A screen reader reads out what changes in a live region that is there before its words are.
        const region = form.locator("form").getByRole("status");
        await expect(region).toHaveText("");
        await region.evaluate((element) => element.setAttribute("data-same", ""));
        // In the modal it has the focus, and leaving it empty would be an error.
        await form.getByLabel("Full Name *").fill("Renée");
        await type.focus();
        const before = await type.boundingBox();
        await page.keyboard.press("Space");
        await page.keyboard.press("ArrowDown");
        expect(await type.evaluate((select) => select.matches(":open"))).toBe(true);
        await expect(errors).toHaveCount(0);
        expect(await type.boundingBox()).toEqual(before);
        await page.keyboard.press("Escape");
        await expect(errors).toHaveCount(0);
        await page.keyboard.press("Tab");
        await expect(errors).toHaveText([NO_TYPE]);
        await expect(form.locator("form [data-same]")).toHaveText(NO_TYPE);

        await email.focus();
        await page.keyboard.type("renee@");
        await expect(email).toHaveAttribute("aria-invalid", "false");
        await page.keyboard.press("Tab");
        await expect(email).toHaveAccessibleDescription(NO_EMAIL);
        await email.fill("renee@example.com");
        await expect(email).toHaveAttribute("aria-invalid", "false");
        await expect(email).toHaveAccessibleDescription("");
        await page.keyboard.press("Tab");
        await expect(form.locator("form [data-same]")).toHaveText("");
        // One field's fault is told at the field; the summary is for who tried to send.
        await expect(summary).toHaveCount(0);
        await one.fill(page, EMPTY);
      });

    await test.step("an empty form", async () => {
      const answered = js
        ? undefined
        : page.waitForResponse((response) => response.request().method() === "POST");
      await one.press(page);
      if (answered) expect((await answered).status()).toBe(422);
      await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
      await expect(summary.getByRole("link")).toHaveText(MESSAGES);
      await expect(form.locator(".error-summary")).toBeFocused();
      await expect(page).toHaveTitle(`Error: ${title}`);
      for (const [label, message] of ERRORS) {
        await expect(form.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
        await expect(form.getByLabel(label)).toHaveAccessibleDescription(message);
      }
      await expect(form.getByLabel("Additional Notes")).toHaveAttribute("aria-invalid", "false");
      for (const [label, message] of ERRORS) {
        await form.getByRole("link", { name: message }).click();
        await expect(form.getByLabel(label)).toBeFocused();
      }
      await form.getByLabel("Phone *").press("Enter");
      await expect(form.locator(".error-summary")).toBeFocused();
      await expect(summary.getByRole("link")).toHaveText(MESSAGES);
    });

    await test.step("corrected, one after the other", async () => {
      const request = newRequest();
      await one.fill(page, { ...request, email: "renee at example.com" });
      await expectDisabled(true);
      // Only what is added is read: by default an alert is read whole at each change.
      await expect(summary).toHaveAttribute("aria-atomic", "false");
      if (js) {
        await expect(summary.getByRole("link")).toHaveText([NO_EMAIL]);
        expect(posts).toEqual([]);
      }
      await one.press(page);
      await expect(summary.getByRole("link")).toHaveText([NO_EMAIL]);
      await one.expectKept(page, { ...request, email: "renee at example.com" });
      expect(forwarder.received).toEqual([]);

      // Pasted with a name, and dictated with a full stop.
      await email.fill("Renée O’Brien <renee@example.com>.");
      await expectDisabled(false);
      await expect(page).toHaveTitle(js ? title : `Error: ${title}`);
      await page.keyboard.press("Tab");
      if (js) await expect(email).toHaveValue(request.email);
      await one.press(page);
      await one.expectSent(page, forwarder, request);
      await expect(page).toHaveTitle("Request sent | Hometown Excavating");
    });
  });
}

test("Form: refused before React ran, it is mended without a break, and its title says so @script", async ({
  page,
}) => {
  // React never runs without JavaScript.
  const release = await holdScripts(page);
  await page.goto(CONTACT.at, { waitUntil: "commit" });
  await CONTACT.press(page);
  await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
  const name = CONTACT.form(page).getByLabel("Full Name *");
  await name.pressSequentially("Ann ");
  release();
  await settled(page, true);
  await page.keyboard.type("Example");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Ann Example");
  await expect(name).toHaveAttribute("aria-invalid", "false");
  await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
  await CONTACT.fill(page, newRequest());
  await expect(page).toHaveTitle("Contact Us | Hometown Excavating");
});

test.describe("Form: not sent before React ran", () => {
  test.use({ provoked: /503/ });

  test("it is mended without a break @script", async ({ page, forwarder }) => {
    forwarder.behave("status", { status: 500 });
    const release = await holdScripts(page);
    await page.goto(CONTACT.at, { waitUntil: "commit" });
    await CONTACT.send(page);
    await expect(CONTACT.form(page).locator(".message")).toBeFocused();
    const name = CONTACT.form(page).getByLabel("Full Name *");
    await name.fill("Ann ");
    release();
    await settled(page, true);
    await page.keyboard.type("Example");
    await expect(name).toHaveValue("Ann Example");
  });
});
