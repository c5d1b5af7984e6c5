import { setTimeout as sleep } from "node:timers/promises";

const PATHS = ["/healthz", "/quote"];
const EVERY_MS = 250;
const PATIENCE_MS = 10_000;

/** One page, fetched over a connection of its own. The status is 0 where no answer came in time. */
export async function fetchPage(url: string, path: string): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const taken = () => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url + path, { headers: { connection: "close" }, signal });
    await answer.text();
    return { status: answer.status, ms: taken() };
  } catch {
    return { status: 0, ms: taken() };
  }
}

/** Asks for the form page and for /healthz four times a second, until it is stopped. */
export function watchPages(url: string) {
  const asked: { status: number; ms: number }[] = [];
  let stopped = false;
  async function watch(path: string): Promise<void> {
    for (; !stopped; await sleep(EVERY_MS)) asked.push(await fetchPage(url, path));
  }
  const watches = PATHS.map(watch);
  return {
    /** @returns the slowest page in milliseconds, and what was wrong, in words */
    stop: async (limitMs = 1_000) => {
      stopped = true;
      await Promise.all(watches);
      const failed = asked.filter(({ status }) => status !== 200).length;
      const slowestMs = Math.max(...asked.map(({ ms }) => ms));
      const wrong: string[] = [];
      if (failed > 0) wrong.push(`${failed} of ${asked.length} pages were not answered with 200`);
      if (slowestMs > limitMs) wrong.push(`a page took ${slowestMs} ms`);
      return { wrong, slowestMs };
    },
  };
}
