import { ERROR_PAGE } from "~/contractor/shared";
import { open } from "./page";
import { BREAKS_POLICY, expect, headline, test } from "./test";

// Every browser test fails when its page breaks a policy, so every page and state is judged. Here is the rest.

test.describe("Policy: what breaks it", () => {
  test.use({ provoked: BREAKS_POLICY });

  test("is refused, and the browser says so @script", async ({ page }) => {
    // An inline script is what it must refuse.
    const heard: string[] = [];
    page.on("console", (message) => heard.push(message.text()));
    await page.goto("/");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
    });
    await expect.poll(() => heard.filter((text) => BREAKS_POLICY.test(text))).toHaveLength(1);
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  });
});

test.describe("Policy: a document that React makes anew", () => {
  test.use({ provoked: /net::ERR_FAILED/ });

  test("is whole, because the error page takes its place @script", async ({ page }) => {
    // There is no React.
    await open(page, "/");
    await page.route("**/*.data*", (route) => route.abort());
    await page.evaluate(() => {
      const { __remixRouter } = window as never as { __remixRouter: { navigate(to: string): void } };
      __remixRouter.navigate("/nothing-here");
    });
    await expect(headline(page)).toHaveText(ERROR_PAGE.title);
    await expect(page.getByRole("main").getByRole("link", { name: "(269) 555-0123" })).toBeVisible();
    // It has its style.
    await expect(page.getByRole("banner")).toHaveCSS("position", "fixed");
  });
});
