import type { Browser } from "@playwright/test";

/** One answer as it came over the wire: its address without the site's own origin, its bytes with its headers. */
export type Answer = { path: string; bytes: number };

/** What loading a page cost: its answers, how far its parts moved, and which did. */
export type Load = { answers: Answer[]; shift: number; moved: string[] };

/**
 * Loads a page with an empty cache, without a sign of a visitor, and waits until nothing more comes.
 *
 * @param screen width and height in CSS pixels, and device pixels for each of them
 */
export async function load(
  browser: Browser,
  url: string,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: ratio });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const paths = new Map<string, string>();
  const answers: Answer[] = [];
  network.on("Network.responseReceived", ({ requestId, response }) => {
    const { protocol, pathname } = new URL(response.url);
    if (protocol !== "data:") paths.set(requestId, pathname);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path) answers.push({ path, bytes: encodedDataLength });
  });
  await page.addInitScript(() => {
    const seen: Moved = { shift: 0, moved: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        seen.shift += entry.value;
        for (const { node } of entry.sources)
          seen.moved.push(node?.parentElement?.outerHTML.slice(0, 80) ?? "");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const seen = await page.evaluate(() => (window as unknown as { seen: Moved }).seen);
  await context.close();
  return { answers, ...seen };
}

type Moved = Pick<Load, "shift" | "moved">;
type LayoutShift = { value: number; sources: { node: Node | null }[] };
