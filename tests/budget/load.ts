import type { Browser } from "@playwright/test";

/** One answer as it came over the wire: its address without the site's own origin, its bytes with its headers. */
export type Answer = { path: string; bytes: number };

/** What loading a page cost: its answers, how far its parts moved, and which did. */
export type Load = { answers: Answer[]; shift: number; moved: string[] };

/**
 * Loads a page with an empty cache, without a sign of a visitor, and waits until nothing more comes.
 *
 * @param width and height in CSS pixels
 * @param ratio device pixels for each of them
 */
export async function load(browser: Browser, url: string, width: number, ratio = 1): Promise<Load> {
  const viewport = { width, height: width < 768 ? 740 : 900 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: ratio });
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

/**
 * The longest task of a page's main thread while it loads, in milliseconds. By the thread's own clock, which stands while
 * the machine does other things; by the wall's clock a long task says more of the machine than of the page.
 */
export async function longestTask(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await page.goto(url, { waitUntil: "networkidle" });
  const trace = await browser.stopTracing();
  await page.close();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(thread);
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && main.includes(thread(event)));
  if (tasks.length === 0) throw new Error("the trace holds no task of the page");
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };
