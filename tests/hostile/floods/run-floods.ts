import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { proxies } from "../../proxies";
import { freePort, startSite } from "../../start-site";
import { FLOODS, type Flood } from "./floods";
import { dialTo, sendQuote, sendVisitors } from "./visitors";

/** The priority of what everything else goes ahead of. */
const LAST = 19;
/** After this long nothing of an attack may be left: a form of 60 KB is taken. In milliseconds. */
const LATER_MS = 75_000;
/** The most that each figure of an attack may be. */
/** Resident. Its container has 512 MB. */
export const PEAK_MB = 299;
const LIMITS = {
  "page ms": 1_000,
  "quote ms": 3_000,
  "peak MB": PEAK_MB,
  "log KB": Number.POSITIVE_INFINITY,
};
const ON_ONE_CORE = ["taskset", "-c", "0"];

type Row = Record<string, unknown>;

/** Attacks a site of its own. @returns figures, and what looks at the site later and adds what was wrong to them */
async function attack({ name, settings, logKB, run }: Flood, way: string) {
  const forwarder = await startForwarder();
  const start = proxies.find(([proxy]) => proxy === way)?.[1];
  const PORT = String(await freePort());
  const proxy = await start?.(`127.0.0.1:${PORT}`);
  const behind = proxy && { SITE_URL: proxy.url, TRUSTED_PROXIES: "1" };
  const all = { PORT, FORWARD_URL: forwarder.url, ...behind, ...settings };
  const site = await startSite(all, process.cwd(), ON_ONE_CORE);
  const target = { port: site.port, proxy };
  const dial = dialTo(target);
  const callBack = sendVisitors(target);
  await sleep(3_000);
  const printed = site.output().length;
  // An attacker has a processor of its own.
  setPriority(LAST);
  const bytes = await run(dial);
  setPriority(0);
  const { slowestPage, slowestQuote, refused } = await callBack();
  const figures: Record<keyof typeof LIMITS, number> = {
    "page ms": slowestPage,
    "quote ms": slowestQuote,
    "peak MB": await site.memory("VmHWM").catch(() => Number.NaN),
    "log KB": Math.round((site.output().length - printed) / 1024),
  };
  const most = { ...LIMITS, ...(logKB && { "log KB": logKB }) };
  const isOver = (figure: keyof typeof LIMITS) => !(figures[figure] <= most[figure]);
  const wrong = (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .filter(isOver)
    .map((figure) => `${figure} ${figures[figure]}`);
  if (refused.length > 0) wrong.push(`refused: ${[...new Set(refused)].join(", ")}`);
  const since = performance.now();
  return async (): Promise<Row> => {
    await sleep(Math.max(0, LATER_MS - (performance.now() - since)));
    if (existsSync(`/proc/${site.pid}`)) {
      const status = await sendQuote(dial, 5_000, "n".repeat(19_500));
      if (status !== "303") wrong.push(`later a long form got ${status}`);
      if (site.events("site.fault").length > 0) wrong.push("faults in the log");
    } else wrong.push(`the process ended with ${await site.exit}`);
    await site.end();
    await proxy?.end();
    await forwarder.close();
    return { attack: name, way, "KB sent": Math.round(bytes / 1024), ...figures, wrong: wrong.join("; ") };
  };
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
  const looks: (() => Promise<Row>)[] = [];
  for (const flood of FLOODS.filter(({ name }) => name.includes(only)))
    for (const way of ways) looks.push(await attack(flood, way));
  const rows: Row[] = [];
  for (const look of looks) rows.push(await look());
  console.table(rows);
  return rows.filter(({ wrong }) => wrong !== "").length;
}
