import { expect, TYPED, test } from "./test";

test("a request sent from the about page arrives", async ({ page, forwarder }) => {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  const dialog = page.getByRole("dialog", { name: "Get Your Free Quote" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Full Name *").fill(TYPED.fullName);
  await dialog.getByLabel("Email *").fill(TYPED.email);
  await dialog.getByLabel("Phone *").fill(TYPED.phone);
  await dialog.getByLabel("Project Type *").selectOption(TYPED.projectType);
  await dialog.getByLabel("Project Location *").fill(TYPED.projectLocation);
  await dialog.getByLabel("Additional Notes").fill(TYPED.additionalNotes);
  await dialog.getByRole("button", { name: "Send Message & Get Quote" }).click();
  await expect(page.getByText("Thank you for your quote request!")).toBeVisible();
  expect(forwarder.received).toHaveLength(1);
  await expect(page).toHaveURL(/\/about\?sent=earlier$/, { timeout: 8000 });
});
