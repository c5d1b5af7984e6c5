import { RemixBrowser } from "@remix-run/react";

/**
 * Resolves when Remix has read the data that came with the page: until then `RemixBrowser` throws a promise. A click on a
 * root that waits for it ends in React 18's error 345 (react/react#23309); before hydration it just follows the link.
 * Test: "a click in the moment React takes over is no error and is not lost", e2e/scripts/react-on-intent.spec.ts.
 */
export async function awaitData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await Promise.resolve(reading).catch(() => {}); // React will meet the same error, and show it.
  }
}
