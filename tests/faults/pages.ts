import { setTimeout as sleep } from "node:timers/promises";

const PATHS = ["/healthz", "/quote"];
const EVERY_MS = 250;
const PATIENCE_MS = 10_000;

/** One page, fetched over a connection of its own. The status is 0 where no answer came in time. */
export async function fetchPage(
  url: string,
  path: string,
): Promise<{ status: number; ms: number; text: string }> {
  const began = performance.now();
  try {
    const answer = await fetch(url + path, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    return { status: answer.status, ms: performance.now() - began, text };
  } catch {
    return { status: 0, ms: performance.now() - began, text: "" };
  }
}

/** Asks for the form page and for /healthz four times a second, until it is stopped. */
export function watchPages(url: string) {
  let slowestMs = 0;
  let failed = 0;
  let asked = 0;
  let stopped = false;
  async function watch(path: string): Promise<void> {
    while (!stopped) {
      const { status, ms } = await fetchPage(url, path);
      asked++;
      slowestMs = Math.max(slowestMs, ms);
      if (status !== 200) failed++;
      await sleep(EVERY_MS);
    }
  }
  const watches = PATHS.map(watch);
  return {
    /** @returns what was wrong, in words, and the slowest page in milliseconds */
    stop: async (limitMs = 1_000) => {
      stopped = true;
      await Promise.all(watches);
      const wrong: string[] = [];
      if (failed > 0) wrong.push(`${failed} of ${asked} pages were not answered with 200`);
      if (slowestMs > limitMs) wrong.push(`a page took ${Math.round(slowestMs)} ms`);
      return { wrong, slowestMs: Math.round(slowestMs) };
    },
  };
}
