/**
 * `npm run bench`: what an answer costs the server, beside `node:http` sending the same bytes. All in one run, turn by
 * turn, several rounds; each figure is the median of the rounds. Only ratios of one run mean something.
 * docs/performance.md says how to read the table.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, request } from "undici";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { START_ARGS } from "../node-flags.mjs";
import { startSite } from "../start-site";
import { get, quote, type Request, relayed } from "./requests";

const ROUNDS = 7;
const CONNECTIONS = [1, 32];
const PAGE = "/about";
const FORM = "/about/quote";

type Case = {
  name: string;
  /** The process that answers; without one its time is not counted. */
  pid?: number;
  url: string;
  request: Request;
  /** How many times in a round. */
  count: number;
  status?: number;
};

/** Those that Node adds to an answer by itself. */
const NODES_OWN = ["date", "connection", "keep-alive"];

/** `node:http` and nothing else, with one answer: the site's to this, as it comes over the wire. It ends with the bench. */
async function startBare(origin: string, path: string) {
  const asked = await request(origin + path, { headers: { "accept-encoding": "br" } });
  const own = Object.entries(asked.headers).filter(([name]) => !NODES_OWN.includes(name));
  const body = Buffer.from(await asked.body.arrayBuffer()).toString("base64");
  // The engine's flags are those of the site.
  const flags = START_ARGS.filter((arg) => /^--(?:max|v8)-/.test(arg));
  const child = spawn(process.execPath, [...flags, "tests/bench/bare.mjs"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  child.stdin.end(JSON.stringify({ status: asked.statusCode, headers: Object.fromEntries(own), body }));
  const port = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { pid: child.pid, url: `http://127.0.0.1:${Number(port)}` };
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

const median = (figures: number[]) => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

/** Sends one request again and again over kept connections, each of which waits for its answer. */
async function measure({ name, pid, url, request, count, status = 200 }: Case, connections: number) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const times: number[] = [];
  let begun = 0;
  const before = processorMs(pid);
  const ask = async (client: Client) => {
    while (begun++ < count) {
      const number = String(process.hrtime.bigint() % 100_000_000n).padStart(8, "0");
      const asked = performance.now();
      const answer = await client.request({ ...request, body: request.body?.replace("#number#", number) });
      await answer.body.dump();
      times.push(performance.now() - asked);
      if (answer.statusCode !== status) throw new Error(`${name}: ${answer.statusCode}`);
    }
  };
  await Promise.all(clients.map(ask));
  const cpu = (processorMs(pid) - before) / count;
  await Promise.all(clients.map((client) => client.close()));
  return { cpu, p50: median(times) };
}

const forwarder = await startForwarder();
const began = performance.now();
const site = await startSite({ FORWARD_URL: forwarder.url, LOG_LEVEL: "error" });
await fetch(site.url);
const firstByteMs = performance.now() - began;
for (const path of [PAGE, FORM]) {
  while (!(await fetch(site.url + path)).headers.has("etag")) await sleep(100);
  await sleep(3_000); // Until the site has calmed down.
}
const idleMb = await site.memory();
const shared = readdirSync("public/build/_shared").map((name) => `/build/_shared/${name}`);
const [script = ""] = shared.sort((a, b) => statSync(`public${b}`).size - statSync(`public${a}`).size);

const cases: Case[] = [];
for (const [name, path] of Object.entries({ page: PAGE, form: FORM, script })) {
  const asked = { request: get(path), count: 4_000 };
  const bare = await startBare(site.url, path);
  cases.push({ name, ...site, ...asked }, { name: `${name}, node:http`, ...bare, ...asked });
}
// Rendering leaves a heap that the collector cleans at the expense of what comes next, so it comes last.
const post = { url: forwarder.origin, request: relayed("/ajax/test"), count: 60 };
const dear: Case[] = [
  { name: "form, rendered", ...site, request: get(`${FORM}?service=pond`, "identity"), count: 150 },
  { name: "quote sent and relayed", ...site, request: quote, count: 100, status: 303 },
  { name: "the relay's post alone", ...post },
];

const measured = new Map<string, Awaited<ReturnType<typeof measure>>[]>();
const loadBefore = loadavg();
for (const group of [cases, dear])
  for (let round = 0; round <= ROUNDS; round++)
    for (const connections of CONNECTIONS)
      for (const each of group) {
        const result = await measure(each, connections);
        forwarder.reset();
        const key = `${each.name}, ${connections}`;
        // The first is to warm up.
        measured.set(key, round === 0 ? [] : [...(measured.get(key) ?? []), result]);
      }

const figures = (name: string, figure: "cpu" | "p50") =>
  measured.get(name)?.map((result) => result[figure]) ?? [];
const rows = [...measured.keys()].map((name) => {
  const of = (figure: "cpu" | "p50") => Number(median(figures(name, figure)).toFixed(3));
  const bare = figures(name.replace(",", ", node:http,"), "cpu");
  const ratios = bare.length > 0 ? figures(name, "cpu").map((ms, round) => ms / (bare[round] ?? 0)) : [];
  const range = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  const [ratio, least, most] = range;
  const compared = ratios.length > 0 ? { "CPU to node:http": `${ratio} (${least} to ${most})` } : {};
  return [name, { "CPU ms": of("cpu"), "p50 ms": of("p50"), ...compared }];
});
console.table(Object.fromEntries(rows));
const alone = figures("the relay's post alone, 1", "p50");
const sent = figures("quote sent and relayed, 1", "p50");
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
