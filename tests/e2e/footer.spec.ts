import type { Page } from "@playwright/test";
import { startSite } from "../start-site";
import { quoteDialog, settled } from "./quote";
import { expect, test } from "./test";

const footer = (page: Page) => page.getByRole("contentinfo");

test("Footer: brand blurb, contact info, hours and copyright on all pages @once @reads", async ({ page }) => {
  for (const path of [
    "/",
    "/about",
    "/services",
    "/contact",
    "/privacy-policy",
    "/terms-of-service",
    "/none",
  ]) {
    await page.goto(path);
    await expect(footer(page).getByText(/over 30 years of experience/)).toBeVisible();
    const contact = footer(page).locator("address");
    await expect(contact).toContainText("P.O. Box 100");
    await expect(contact).toContainText("Anytown, MI 49000");
    await expect(contact.getByRole("link", { name: "(269) 555-0123" })).toHaveAttribute(
      "href",
      "tel:+12695550123",
    );
    await expect(contact.getByRole("link", { name: /@/ })).toHaveAttribute(
      "href",
      "mailto:quotes@hometown-excavating.example",
    );
    await expect(footer(page).getByText("Monday-Friday 8am-5pm", { exact: true })).toBeVisible();
    const year = new Date().toLocaleDateString("en-US", { timeZone: "America/Detroit", year: "numeric" });
    await expect(footer(page).getByText(`© ${year} Hometown Excavating`)).toBeVisible();
  }
});

test("Footer: Quick Links, Privacy Policy and Terms of Service; Request Quote opens the modal", async ({
  page,
}) => {
  await page.goto("/privacy-policy");
  const links = footer(page).getByRole("navigation", { name: "Quick Links" });
  await expect(links.getByRole("link")).toHaveText([
    "Home",
    "About Us",
    "Services",
    "Contact",
    "Request Quote",
  ]);
  for (const [name, path] of [
    ["Home", "/"],
    ["About Us", "/about"],
    ["Services", "/services"],
    ["Contact", "/contact"],
  ] as const) {
    await links.getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
  }
  await page.goto("/");
  for (const [name, path] of [
    ["Privacy Policy", "/privacy-policy"],
    ["Terms of Service", "/terms-of-service"],
  ] as const) {
    await footer(page).getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  }
  await footer(page).getByRole("link", { name: "Request Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/terms-of-service/quote");
});

test("Footer: the six services, each a link to its card, the ten towns and, from the first start, the Facebook icon @once @reads", async ({
  page,
}) => {
  await page.goto("/contact");
  const links = footer(page).getByRole("navigation", { name: "Services" }).getByRole("link");
  await expect(links).toHaveText([
    "Septic & Drain Field Installation",
    "Basement Excavation",
    "Pool Excavation",
    "Driveway Construction",
    "Snow Plowing",
    "GPS Dozer Work",
  ]);
  await links.getByText("Snow Plowing").click();
  await expect(page).toHaveURL("/services#snow-plowing");
  await expect(page.getByRole("heading", { name: "Snow Plowing", exact: true })).toBeInViewport();
  await expect(footer(page)).toContainText(
    "Serving Athens, Battle Creek, Climax, Tekonsha, Coldwater, East Leroy, Portage, Augusta, Three Rivers, Union City and surrounding areas.",
  );
  await expect(footer(page).getByRole("link", { name: /Facebook/ })).toHaveAttribute(
    "href",
    "https://www.facebook.com/",
  );
});

test("Footer: the setting none takes the Facebook icon away @once", async ({ page, js }) => {
  const site = await startSite({ BUSINESS_FACEBOOK_URL: "none" });
  try {
    await page.goto(`${site.url}/about`);
    // Nothing may still be loading from this site when it ends.
    await settled(page, js);
    await expect(footer(page)).toBeVisible();
    await expect(page.getByRole("link", { name: /Facebook/ })).toHaveCount(0);
  } finally {
    await site.end();
  }
});

test("Footer: the Facebook icon opens the business's page in a new tab @once", async ({
  page,
  js,
  context,
}) => {
  const address = "https://www.facebook.example/hometown-excavating";
  const site = await startSite({ BUSINESS_FACEBOOK_URL: address });
  try {
    await context.route(address, (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Their page</h1>" }),
    );
    await page.goto(`${site.url}/about`);
    // Nothing may still be loading from this site when it ends.
    await settled(page, js);
    const opened = context.waitForEvent("page");
    await footer(page)
      .getByRole("link", { name: /Facebook/ })
      .click();
    await expect(await opened).toHaveURL(address);
    await expect(page).toHaveURL(`${site.url}/about`);
  } finally {
    await site.end();
  }
});
