import { FORMS, fill, newRequest, press, quoteDialog, SUCCESS, settled } from "../quote";
import { expect, test } from "../test";

const TITLES = { "quote modal": "Get Your Free Quote", "contact page": "Contact Us" };

for (const { name, at, submit, form: find } of FORMS) {
  const title = `${TITLES[name]} | Hometown Excavating`;

  test(`Form of the ${name}: the title says 'Error: ' while it could not be sent`, async ({
    page,
    js,
    forwarder,
  }) => {
    await page.goto(at);
    await settled(page, js);
    await expect(page).toHaveTitle(title);
    await press(find(page), submit);
    await expect(page).toHaveTitle(`Error: ${title}`);
    await fill(find(page), newRequest());
    // Without JavaScript nothing is judged before it is sent again.
    await expect(page).toHaveTitle(js ? title : `Error: ${title}`);

    forwarder.behave("status", { status: 500 });
    await press(find(page), submit);
    await expect(find(page).getByText("What you typed is still here.")).toBeVisible();
    await expect(page).toHaveTitle(`Error: ${title}`);
    forwarder.reset();
    await press(find(page), submit);
    await expect(find(page).getByText(SUCCESS, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Thank you | Hometown Excavating");
  });
}

test.describe("before React", () => {
  test.use({ provoked: /net::ERR_FAILED/ });
  test("Error title: a form refused before React ran has it once, and it goes with what is mended @script", async ({
    page,
  }) => {
    // React never runs without JavaScript.
    await page.route("**/*.js", (route) => route.abort());
    // React is asked for once the page is painted, and must have been asked for in vain.
    await page.goto("/contact", { waitUntil: "networkidle" });
    await page.unroute("**/*.js");
    await page.getByRole("button", { name: "Send Message" }).click();
    await settled(page, true);
    await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
    await fill(page.getByRole("region", { name: "Send us a message" }), newRequest());
    await expect(page).toHaveTitle("Contact Us | Hometown Excavating");
  });
});

test("Error title: it tells of the form in front @script", async ({ page }) => {
  // Without JavaScript the modal is a page of its own.
  await page.goto("/contact");
  await settled(page, true);
  await press(page.getByRole("region", { name: "Send us a message" }), "Send Message");
  await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
  await page.getByRole("banner").getByRole("link", { name: "Get Quote" }).click();
  await expect(quoteDialog(page)).toBeVisible();
  await expect(page).toHaveTitle("Get Your Free Quote | Hometown Excavating");
  await quoteDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveTitle("Error: Contact Us | Hometown Excavating");
});

test("Error title: a page that is not there is no error of the visitor's @once @reads", async ({ page }) => {
  await page.goto("/nothing-here");
  await expect(page).toHaveTitle("Page not found | Hometown Excavating");
});
