import type { Page } from "@playwright/test";
import { expect, test } from "./test";

const ANSWERS = [
  ["What has to happen before anyone digs?", /three full business days/, "MISS DIG 811"],
  [
    "Does a septic system need a permit?",
    /local health department/,
    "Calhoun County Public Health Department",
  ],
  ["When does a job need a soil erosion permit?", /one acre or more.*500 feet/, "Michigan EGLE"],
  [
    "Why might stone and heavy machines have to wait in spring?",
    /25 or 35 percent/,
    "County Road Association",
  ],
  ["Does a new driveway need a permit?", /permit from the road agency/, "Calhoun County Road Department"],
  ["What does a quote cost, and how long is it good for?", /valid for 30 days/, "Terms of Service"],
] as const;

const steps = (page: Page) => page.getByRole("region", { name: "How it works" }).getByRole("listitem");

test("Answers: how it works, in four steps that promise no time @once @reads", async ({ page }) => {
  await page.goto("/");
  await expect(steps(page).getByRole("heading", { level: 3 })).toHaveText([
    "Send a request",
    "We look over the job",
    "You get a free quote",
    "We do the work",
  ]);
  const text = (await steps(page).allTextContents()).join(" ");
  // The one time in it is the terms' own.
  expect(text.replace("valid for 30 days", "")).not.toMatch(
    /\d\s*(day|week|hour|minute)|within|soon|prompt|fast/i,
  );
});

test("Answers: each question opens to its answer and where it comes from @reads", async ({ page }) => {
  await page.goto("/contact");
  const region = page.getByRole("region", { name: "Before the digging starts" });
  await expect(region.locator("summary")).toHaveText(ANSWERS.map(([question]) => question));
  // Without the sign that it opens.
  for (const [index, [question]] of ANSWERS.entries())
    await expect(region.locator("summary").nth(index)).toHaveAccessibleName(question);
  for (const [question, answer, source] of ANSWERS) {
    await expect(region.getByText(answer)).toBeHidden();
    await region.getByText(question).click();
    await expect(region.getByText(answer)).toBeVisible();
    const link = region.getByRole("link", { name: source });
    await expect(link).toHaveAttribute(
      "href",
      source === "Terms of Service" ? "/terms-of-service" : /^https:/,
    );
  }
  await region.getByText(ANSWERS[0][0]).click();
  await expect(region.getByText(ANSWERS[0][1])).toBeHidden();
  await expect(
    region.getByText("Rules change and vary by county. Check with yours.", { exact: true }),
  ).toBeVisible();
});

test("Answers: questions open by keyboard @reads", async ({ page }) => {
  await page.goto("/contact");
  const question = page.locator("summary").first();
  await question.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(ANSWERS[0][1])).toBeVisible();
});

test("Answers: a rule reads the same where the services page tells it @once @reads", async ({ page }) => {
  await page.goto("/contact");
  const told = await page.locator("details p").allTextContents();
  await page.goto("/services");
  const rules = await page
    .getByRole("region", { name: "Before any dig" })
    .getByRole("paragraph")
    .allTextContents();
  for (const text of told.slice(0, -1)) expect(rules).toContain(text);
});

test("Answers: beside the form, what to have ready; above it, the phone and its hours @once @reads", async ({
  page,
}) => {
  await page.goto("/contact");
  const ready = page.getByRole("complementary", { name: "Before you write" });
  await expect(ready.getByRole("heading", { name: "What to have ready" })).toBeVisible();
  await expect(ready.getByRole("listitem")).toHaveCount(5);
  const phone = page.getByRole("complementary", { name: "By phone" });
  await expect(phone.getByRole("link", { name: "Call (269) 555-0123" })).toHaveAttribute(
    "href",
    "tel:+12695550123",
  );
  await expect(phone.getByText("Monday-Friday 8am-5pm", { exact: true })).toBeVisible();
});
