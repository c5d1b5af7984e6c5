import type { Browser } from "@playwright/test";

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
