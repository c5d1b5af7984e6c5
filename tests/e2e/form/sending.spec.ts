import { expectKept, FORMS, fill, newRequest, nineFields, press, quoteDialog, SUCCESS } from "../quote";
import { expect, test } from "../test";

const [MODAL] = FORMS;
const PAGES = ["/", "/about", "/services", "/contact", "/privacy-policy", "/terms-of-service"];

test("Submit quote request: over each page it arrives once, all nine fields intact", async ({
  page,
  forwarder,
}) => {
  for (const path of PAGES) {
    await test.step(path, async () => {
      forwarder.reset();
      await page.goto(path);
      await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
      const request = newRequest();
      await fill(quoteDialog(page), request);
      await press(quoteDialog(page), MODAL.submit);
      await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
      expect(forwarder.received).toHaveLength(1);
      expect(forwarder.received[0]).toMatchObject({ method: "POST", path: "/ajax/test" });
      expect(forwarder.received[0]?.contentType).toMatch(/^multipart\/form-data; boundary=/);
      expect(forwarder.received[0]?.fields).toEqual(nineFields("New Quote Request from Website", request));
    });
  }
});

test("Submit contact request: it arrives once, with its own subject, all nine fields intact", async ({
  page,
  forwarder,
}) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  const form = FORMS[1].form(page);
  const request = newRequest({ projectType: "other" });
  await fill(form, request);
  await press(form, "Send Message");
  await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received).toHaveLength(1);
  expect(forwarder.received[0]?.fields).toEqual(nineFields("New Contact Request from Website", request));
});

test("Submit quote request: from a service card it carries that service", async ({ page, forwarder }) => {
  await page.goto("/services");
  await page.getByRole("link", { name: /^Request Service\W+GPS Dozer Work$/ }).click();
  const form = quoteDialog(page);
  const { projectType: _, ...typed } = newRequest();
  await form.getByLabel("Full Name *").fill(typed.fullName);
  await form.getByLabel("Email *").fill(typed.email);
  await form.getByLabel("Phone *").fill(typed.phone);
  await form.getByLabel("Project Location *").fill(typed.projectLocation);
  await press(form, MODAL.submit);
  await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    nineFields(MODAL.subject, { ...typed, projectType: "gps-dozer-work", additionalNotes: "" }),
  ]);
});

test("Quote request: additional notes are optional and arrive as an empty string", async ({
  page,
  forwarder,
}) => {
  await page.goto("/quote?service=pond-digging");
  const request = newRequest({ projectType: "pond-digging", additionalNotes: "" });
  await fill(quoteDialog(page), request);
  await press(quoteDialog(page), MODAL.submit);
  await expect(quoteDialog(page).getByText(SUCCESS, { exact: true })).toBeVisible();
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([nineFields(MODAL.subject, request)]);
});

for (const { name, at, submit, subject, form: find } of FORMS) {
  test(`Form of the ${name}: corrected after a refusal it arrives as typed`, async ({ page, forwarder }) => {
    await page.goto(at);
    const form = find(page);
    const request = newRequest();
    await fill(form, { ...request, email: "renee@" });
    await press(form, submit);
    await expect(form.getByRole("alert")).toBeVisible();
    await expectKept(form, { ...request, email: "renee@" });
    await form.getByLabel("Email *").fill(request.email);
    await press(form, submit);
    await expect(form.getByText(SUCCESS, { exact: true })).toBeVisible();
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([nineFields(subject, request)]);
  });
}
