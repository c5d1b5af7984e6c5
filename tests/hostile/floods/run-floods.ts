import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { proxies } from "../../proxies";
import { freePort, startSite } from "../../start-site";
import { dialTo } from "./dial";
import { FLOODS, type Flood } from "./floods";
import { sendQuote, sendVisitors } from "./visitors";

/** The priority of what everything else goes ahead of. */
const LAST = 19;
const PAGE_MS = 1_000;
const QUOTE_MS = 3_000;
const PEAK_MB = 300;
/** After this long nothing of an attack may be left: a form of 60 KB is taken. In milliseconds. */
const LATER_MS = 75_000;

type Row = { attack: string; way: string } & Record<string, unknown>;
type Attacked = { row: Row; wrong: string[]; later: () => Promise<void> };

async function attack(
  { name, settings, logKB = Number.POSITIVE_INFINITY, run }: Flood,
  way: string,
): Promise<Attacked> {
  const forwarder = await startForwarder();
  const start = proxies.find(([proxy]) => proxy === way)?.[1];
  const PORT = String(await freePort());
  const proxy = await start?.(`127.0.0.1:${PORT}`);
  const behind = proxy && { SITE_URL: proxy.url, TRUSTED_PROXIES: "1" };
  const site = await startSite({ PORT, FORWARD_URL: forwarder.url, ...behind, ...settings }, process.cwd(), [
    "taskset",
    "-c",
    "0",
  ]);
  const target = { port: site.port, proxy };
  const dial = dialTo(target);
  const wrong: string[] = [];
  const callBack = sendVisitors(target);
  await sleep(3_000);
  const printed = site.output().length;
  // An attacker has a processor of its own.
  setPriority(LAST);
  const bytes = await run(dial);
  setPriority(0);
  const { slowestPage, slowestQuote, refused } = await callBack();
  const log = Math.round((site.output().length - printed) / 1024);
  const peak = await site.memory("VmHWM").catch(() => Number.NaN);
  if (!(peak < PEAK_MB)) wrong.push(`peak ${peak} MB`);
  if (slowestPage > PAGE_MS) wrong.push(`a page took ${slowestPage} ms`);
  if (slowestQuote > QUOTE_MS) wrong.push(`a quote took ${slowestQuote} ms`);
  if (refused.length > 0) wrong.push(`refused: ${[...new Set(refused)].join(", ")}`);
  if (log > logKB) wrong.push(`log ${log} KB`);
  const row: Row = {
    attack: name,
    way,
    "KB sent": Math.round(bytes / 1024),
    "page ms": slowestPage,
    "quote ms": slowestQuote,
    "peak MB": peak,
    "log KB": log,
  };
  const end = async () => {
    if (!existsSync(`/proc/${site.pid}`)) wrong.push(`the process ended with ${await site.exit}`);
    else {
      const status = await sendQuote(dial, 5_000, "n".repeat(19_500));
      if (status !== "303") wrong.push(`later a long form got ${status}`);
      if (site.events("site.fault").length > 0) wrong.push("faults in the log");
    }
    row.wrong = wrong.join("; ");
    await site.end();
    await proxy?.end();
    await forwarder.close();
  };
  const since = performance.now();
  const later = async () => {
    await sleep(Math.max(0, LATER_MS - (performance.now() - since)));
    await end();
  };
  return { row, wrong, later };
}

/**
 * What one client, or some, can cost the others. Each attack runs against a site of its own on one core, straight and
 * behind the proxies that are installed. While it runs, other visitors read a page and send quotes; later all must be as
 * before. Prints a table.
 *
 * @param only runs the attacks whose name holds this text
 * @param way runs them in one way: "direct", "nginx" or "caddy"
 * @returns how many went wrong
 */
export async function runFloods(only: string, way: string): Promise<number> {
  const ways = ["direct", ...proxies.map(([name]) => name)].filter((name) => name.includes(way));
  const attacked: Attacked[] = [];
  for (const flood of FLOODS.filter(({ name }) => name.includes(only)))
    for (const way of ways) attacked.push(await attack(flood, way));
  for (const { later } of attacked) await later();
  console.table(attacked.map(({ row }) => row));
  return attacked.filter(({ wrong }) => wrong.length > 0).length;
}
