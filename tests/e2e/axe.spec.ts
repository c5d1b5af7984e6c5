import { AxeBuilder } from "@axe-core/playwright";
import { expect, STATES, test, WIDTHS } from "./states";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

// axe is a script itself. So the browser runs scripts here, and where they are to be off they are off while a document
// is reached: it stays as it was read, and its own scripts are not run afterwards.
test.use({ javaScriptEnabled: true });

for (const { name, reach, script, widths = WIDTHS, brief } of STATES) {
  test(`axe finds nothing: ${name}`, async ({ page, forwarder, strict }, { project }) => {
    const js = project.use.javaScriptEnabled !== false;
    test.skip(!js && script !== undefined, script);
    test.setTimeout(60_000);
    const session = await page.context().newCDPSession(page);
    const letScriptsRun = (value: boolean) =>
      session.send("Emulation.setScriptExecutionDisabled", { value: !value });

    for (const [turn, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      await letScriptsRun(js);
      if (turn === 0 || (brief && js)) await reach({ page, js, forwarder, strict });
      await letScriptsRun(true);
      // A page that would leave by itself stays.
      if (!js) await page.evaluate(() => stop());
      // No page has a frame, for which alone axe would open a page of its own.
      const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode();
      // Specified: without scripts the thanks close themselves after 5 s. What they said stays as a line in the page.
      if (!js && name.endsWith(" sent")) axe.disableRules("meta-refresh");
      const { violations, passes } = await axe.analyze();
      expect(passes.length).toBeGreaterThan(10);
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        `${width} px wide`,
      ).toEqual([]);
    }
  });
}
