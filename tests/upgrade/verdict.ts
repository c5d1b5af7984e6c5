import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { typedIn } from "../faults/visitor";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import type { Site } from "../start-site";
import type { Visits } from "./visits";

const MOST_LINES = 20;

/** Whether a site's pages ask for this build's files. */
export async function isBuild(port: number, project: string, host = "127.0.0.1"): Promise<boolean> {
  const page = await (await fetch(`http://${host}:${port}/services`)).text();
  const names = await readdir(join(project, "public", "build"), { recursive: true });
  return names.some((name) => /manifest-\w+\.js$/.test(name) && page.includes(name));
}

/**
 * Ends the visits and prints what became of them.
 *
 * @param sites all that ran, ended ones too
 * @returns whether no page was refused, and every quote arrived once
 */
export async function judge(
  name: string,
  visits: Visits,
  forwarder: Forwarder,
  sites: Pick<Site, "events">[],
  wrong: string[],
): Promise<boolean> {
  const { pages, slowestMs, quotes, refused } = await visits.stop();
  const arrived = () => forwarder.received.map((arrival) => JSON.stringify(typedIn(arrival)));
  const lost = () => quotes.filter((typed) => !arrived().includes(JSON.stringify(typed))).length;
  for (let seconds = 0; lost() > 0 && seconds < 30; seconds++) await sleep(1_000);
  const twice = forwarder.received.length - new Set(arrived()).size;
  const faults = sites.flatMap((site) => site.events("site.fault"));
  console.log(
    `${name}: ${pages} pages and ${quotes.length} quotes, ${refused.length} refused, ${lost()} lost, ${twice} arrived twice, ` +
      `${faults.length} faults; the slowest page took ${slowestMs} ms`,
  );
  const lines = [...wrong, ...refused, ...faults.map((fault) => JSON.stringify(fault))];
  for (const line of lines.slice(0, MOST_LINES)) console.log(`  ${line}`);
  return wrong.length + refused.length + lost() + twice + faults.length === 0;
}
