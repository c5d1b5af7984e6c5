/**
 * `npm run bench`: what an answer costs the server, beside `node:http` sending the same bytes. All in one run, turn by
 * turn, several rounds; each figure is the median of the rounds. Only ratios of one run mean something.
 * docs/performance.md says how to read the table.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { START_ARGS } from "../node-flags.mjs";
import { startSite } from "../start-site";
import { printTable } from "../table";
import { type Answer, answerOf, get, quote, relayed } from "./requests";

const ROUNDS = 7;
const CONNECTIONS = [1, 32];
const PAGE = "/about";
const FORM = "/about/quote";

type Case = {
  name: string;
  /** The process that answers; without one its time is not counted. */
  pid?: number;
  port: number;
  request: string;
  /** How many times in a round. */
  count: number;
  status?: string;
};
type Figures = { cpu: number[]; rate: number[]; p50: number[]; p99: number[] };

/** `node:http` and nothing else, with one answer. It ends with the bench. */
async function startBare(answer: Answer): Promise<{ pid?: number; port: number }> {
  // The engine's flags are those of the site.
  const flags = START_ARGS.filter((arg) => /^--(?:max|v8)-/.test(arg));
  const child = spawn(process.execPath, [...flags, "tests/bench/bare.mjs"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  child.stdin.end(JSON.stringify({ ...answer, body: answer.body.toString("base64") }));
  const port = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { pid: child.pid, port: Number(port) };
}

/** Milliseconds of processor time that a process has used. */
function processorMs(pid?: number): number {
  if (!pid) return 0;
  const threads = readdirSync(`/proc/${pid}/task`);
  const figures = threads.map(
    (id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0],
  );
  return figures.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6;
}

async function measure({ name, pid, port, request, count, status = "200" }: Case, connections: number) {
  const before = processorMs(pid);
  const load = spawn(process.execPath, ["tests/bench/load.mjs"], { stdio: ["pipe", "pipe", "inherit"] });
  load.stdin.end(JSON.stringify({ port, connections, count, request }));
  const { seconds, statuses, p50, p99 } = (await json(load.stdout)) as Record<string, number> & {
    statuses: Record<string, number>;
  };
  if (statuses[status] !== count) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
  return { cpu: (processorMs(pid) - before) / count, rate: count / (seconds ?? 0), p50, p99 };
}

const median = (figures: number[]) => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

const forwarder = await startForwarder();
const began = performance.now();
const site = await startSite({ FORWARD_URL: forwarder.url, LOG_LEVEL: "error" });
await fetch(site.url);
const firstByteMs = performance.now() - began;
for (const path of [PAGE, FORM]) {
  while (!(await answerOf(site.port, path)).headers.etag) await sleep(100);
  await sleep(3_000); // Until the site has calmed down.
}
const idleMb = await site.memory();
const shared = readdirSync("public/build/_shared").map((name) => `/build/_shared/${name}`);
const [script = ""] = shared.sort((a, b) => statSync(`public${b}`).size - statSync(`public${a}`).size);

const cases: Case[] = [];
for (const [name, path] of Object.entries({ page: PAGE, form: FORM, script })) {
  const bare = await startBare(await answerOf(site.port, path));
  const asked = { request: get(path), count: 4_000 };
  cases.push({ name, ...site, ...asked }, { name: `${name}, node:http`, ...bare, ...asked });
}
// Rendering leaves a heap that the collector cleans at the expense of what comes next, so it comes last.
const path = new URL(forwarder.url).pathname;
const post = { port: Number(new URL(forwarder.url).port), request: relayed(path), count: 60 };
const dear: Case[] = [
  { name: "form, rendered", ...site, request: get(`${FORM}?sent=1`, "identity"), count: 150 },
  { name: "quote sent and relayed", ...site, request: quote, count: 100, status: "303" },
  { name: "the relay's post alone", ...post },
];

const measured = new Map<string, Figures>();
const loadBefore = loadavg();
for (const group of [cases, dear])
  for (let round = 0; round <= ROUNDS; round++)
    for (const connections of CONNECTIONS)
      for (const each of group) {
        const result = await measure(each, connections);
        forwarder.reset();
        if (round === 0) continue; // To warm up.
        const key = `${each.name}, ${connections}`;
        const row = measured.get(key) ?? { cpu: [], rate: [], p50: [], p99: [] };
        measured.set(key, row);
        for (const figure of ["cpu", "rate", "p50", "p99"] as const) row[figure].push(result[figure] ?? 0);
      }

const rows = [...measured].map(([name, { cpu, rate, p50, p99 }]) => [
  name,
  ...[median(cpu).toFixed(3), median(rate).toFixed(0), median(p50).toFixed(2), median(p99).toFixed(2)],
]);
printTable(["request, connections", "CPU ms", "a second", "p50 ms", "p99 ms"], rows);
console.log("\nRatios of CPU time to node:http, each the median of the rounds (smallest to largest):");
for (const name of ["page", "form", "script"])
  for (const connections of CONNECTIONS) {
    const bare = measured.get(`${name}, node:http, ${connections}`)?.cpu ?? [];
    const cpu = measured.get(`${name}, ${connections}`)?.cpu ?? [];
    const ratios = cpu.map((ms, round) => ms / (bare[round] ?? 0)).sort((a, b) => a - b);
    const range = [ratios[0], ratios.at(-1)].map((end) => end?.toFixed(2)).join(" to ");
    console.log(`  ${name}, ${connections}: ${median(ratios).toFixed(2)} (${range})`);
  }
const alone = measured.get("the relay's post alone, 1")?.p50 ?? [];
const sent = measured.get("quote sent and relayed, 1")?.p50 ?? [];
const added = median(sent.map((ms, round) => ms - (alone[round] ?? 0)));
console.log(`Storing (with fsync) and relaying a quote adds ${added.toFixed(2)} ms to the post alone (p50).`);
const memory = `${idleMb} MiB, at the end ${await site.memory()} MiB`;
console.log(`Start to first byte ${firstByteMs.toFixed(0)} ms; memory idle ${memory}.`);
const loads = [loadBefore, loadavg()].map(([minute = 0]) => minute.toFixed(1)).join(" to ");
console.log(
  `Load ${loads} on ${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.version}.`,
);
await site.end();
process.exit(0);
