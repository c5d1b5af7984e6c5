import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "../start-site";
import { visit } from "./visitor";

type Expect = (isSo: boolean, what: string) => void;

/**
 * Asks for the form page and for /healthz four times a second. What it returns ends that, judges it, and tells the slowest
 * answer in milliseconds.
 */
export function watchPages(url: string, limitMs: number, expect: Expect): () => Promise<number> {
  const asked: { status: number; ms: number }[] = [];
  let isOver = false;
  const watches = ["/healthz", "/quote"].map(async (path) => {
    for (; !isOver; await sleep(250)) asked.push(await visit(url + path));
  });
  return async () => {
    isOver = true;
    await Promise.all(watches);
    const failed = asked.filter(({ status }) => status !== 200).length;
    const slowest = Math.max(...asked.map(({ ms }) => ms));
    expect(failed === 0, `${failed} of ${asked.length} pages were not answered with 200`);
    expect(slowest <= limitMs, `a page took ${slowest} ms`);
    return slowest;
  };
}

/** A site's log has one line for each trouble with its outbox, however many requests meet it: one says it is unwritable. */
export function expectUnwritable(site: Site, expect: Expect): void {
  const said = site
    .events()
    .filter(({ event, level }) => event.startsWith("outbox.") && level !== "info")
    .map(({ event, code = "", file = "" }) => `${event} ${code}${file}`.trim());
  const twice = new Set(said.filter((line, index) => said.indexOf(line) < index));
  for (const line of twice) expect(false, `more than one line ${line}`);
  const isSaid = said.some((line) => line.startsWith("outbox.unwritable"));
  expect(isSaid, "no log line says that the outbox is unwritable");
}
