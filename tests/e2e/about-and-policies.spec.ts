import { ABOUT } from "~/contractor/about";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { idle, open } from "./page";
import { box, expect, expectLoaded, test } from "./test";

test("About: the story, its image and the closing block, in this order @once @reads", async ({ page }) => {
  await page.goto("/about");
  const main = page.getByRole("main");
  for (const fact of [/founded in 1991/, /three-generation family business/, /over 30 years of experience/])
    await expect(main.getByText(fact)).toBeVisible();
  const image = main.getByRole("img");
  await expect(image).toHaveAccessibleName(ABOUT.image.alt);
  await expectLoaded(image);
  const end = (await box(main.locator(".story"))).bottom;
  expect((await box(image)).top).toBeGreaterThanOrEqual(end);
  const closing = main.getByRole("region", { name: CALL_TO_ACTION.title });
  await expect(closing.getByRole("link", { name: "View Services" })).toHaveAttribute("href", "/services");
});

/** What the owner has stated in each. */
const POLICIES = [
  {
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

test("Policies: each has its sections, statements and the way home @once @reads", async ({ page }) => {
  for (const { path, sections, states } of POLICIES) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([...sections, "Contact Us"]);
    for (const statement of states) await expect(main.getByText(statement)).toBeVisible();
    await expect(main.getByText("Last updated: August 20th, 2025", { exact: true })).toBeVisible();
    const address = main.locator("address");
    await expect(address).toContainText("P.O. Box 100");
    await expect(address.getByRole("link")).toHaveText([
      "(269) 555-0123",
      "quotes@hometown-excavating.example",
    ]);
    await main.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  }
});

test("Policies: the list beside the text leads to each part, also when React runs @script", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, "/privacy-policy");
  for (const heading of ["Data Protection", "How We Use Your Information", "Contact Us"]) {
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: heading }).click();
    await idle(page);
    await expect(page.getByRole("heading", { name: heading })).toBeInViewport();
  }
});
