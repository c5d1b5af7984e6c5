import { expect, test } from "./test";

const POLICIES = [
  {
    name: "Privacy Policy",
    path: "/privacy-policy",
    sections: ["Information We Collect", "How We Use Your Information", "Data Protection"],
    states: [
      /never sold or shared/,
      /transmitted with SSL/,
      /Access to it is limited/,
      /retain it only as needed/,
      /Once it is accepted, we keep a copy on our server for 30 days, then delete it\./,
    ],
  },
  {
    name: "Terms of Service",
    path: "/terms-of-service",
    sections: ["Website Use", "Service Terms"],
    states: [
      /Quotes are free and valid for 30 days/,
      /Final payment is due on completion/,
      /Changes to the scope of the work are agreed in writing/,
      /Timelines depend on the weather/,
      /right to refuse service/,
    ],
  },
];

for (const { name, path, sections, states } of POLICIES) {
  test(`${name}: sections, statements, date and contact card @once @reads`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([...sections, "Contact Us"]);
    for (const statement of states) await expect(main.getByText(statement)).toBeVisible();
    await expect(main.getByText("Last updated: August 20th, 2025", { exact: true })).toBeVisible();
    const card = main.locator("section").filter({ hasText: "Contact Us" }).last();
    await expect(card.getByRole("link", { name: "(269) 555-0123" })).toHaveAttribute(
      "href",
      "tel:+12695550123",
    );
    await expect(card.getByRole("link", { name: "quotes@hometown-excavating.example" })).toHaveAttribute(
      "href",
      "mailto:quotes@hometown-excavating.example",
    );
    await expect(card).toContainText("P.O. Box 100");
  });

  test(`${name}: 'Back to Home' goes home`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Professional Excavation Services", { exact: true })).toBeVisible();
  });
}
