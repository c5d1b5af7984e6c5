import { expect, test } from "../test";

test("A page's link is fetched ahead while the pointer rests on it, until React runs; a modal's is not", async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Preload.enable");
  const faults: unknown[] = [];
  const ahead: string[] = [];
  browser.on("Preload.ruleSetUpdated", ({ ruleSet }) => {
    if (ruleSet.errorType) faults.push(ruleSet);
  });
  browser.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready" || status === "Success") ahead.push(new URL(prefetchUrl).pathname);
  });
  // React comes only after what is looked at here.
  let letReactCome = () => {};
  const held = new Promise<void>((resolve) => {
    letReactCome = resolve;
  });
  await page.route("**/build/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  const links = page.getByRole("navigation").first();
  await page.getByRole("link", { name: "Contact Us", exact: true }).first().hover();
  await links.getByRole("link", { name: "About" }).hover();
  await expect.poll(() => ahead).toContain("/about");
  expect(ahead).not.toContain("/quote");
  expect(faults).toEqual([]);

  const rules = page.locator("script[type=speculationrules]");
  await expect(rules).toHaveCount(1);
  letReactCome();
  await expect(rules).toHaveCount(0);
});
