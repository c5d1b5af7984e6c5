/**
 * `npm run bench`: what an answer costs the server, beside `node:http` and nginx sending the same bytes. All in one run,
 * turn by turn, several rounds; each figure is the median of the rounds. Only ratios of one run mean something.
 * docs/performance.md says how to read the table.
 */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { json } from "node:stream/consumers";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { answerOf } from "./answer.mjs";
import { memoryMb, processorMs, startBare, startNginx, startSite } from "./processes.mjs";
import { key, printMeasured } from "./report.mjs";
import { get, quote, relayed } from "./requests.mjs";

const ROUNDS = 7;
const PAGE = "/about";
const FORM = "/about/quote";

/** @typedef {{ name: string, server: import("./processes.mjs").Server, request: string, count: number, status?: string, connections?: number[] }} Case */

const forwarder = await startForwarder();
const site = await startSite({ FORWARD_URL: forwarder.url });
for (const path of [PAGE, FORM]) await fromMemory(path);
const idleMb = memoryMb(site);
const page = await answerOf(site.port, PAGE);
const form = await answerOf(site.port, FORM);
const chunk = `/build/_shared/${largest("public/build/_shared")}`;
const script = await answerOf(site.port, chunk);
const nginx = await startNginx(page);
const {
  "content-type": type = "",
  "content-encoding": encoding = "",
  "content-length": length = "",
} = page.headers;
const fewHeaders = { "content-type": type, "content-encoding": encoding, "content-length": length };
/** The bench itself is the forwarding service; what it costs is not counted. */
const service = { port: Number(new URL(forwarder.url).port), pids: () => [] };

/** @type {Case[]} */
const stored = [
  { name: "page from memory", server: site, request: get(PAGE), count: 4000 },
  { name: "  node:http, same bytes", server: await startBare(page), request: get(PAGE), count: 4000 },
  {
    name: "  node:http, 3 headers",
    server: await startBare({ ...page, headers: fewHeaders }),
    request: get(PAGE),
    count: 4000,
  },
  ...(nginx ? [{ name: "  nginx, same bytes", server: nginx, request: get(PAGE), count: 4000 }] : []),
  { name: "form from memory", server: site, request: get(FORM), count: 4000 },
  { name: "  node:http, same bytes (form)", server: await startBare(form), request: get(FORM), count: 4000 },
  { name: "page not found", server: site, request: get("/nothing-here"), count: 2000, status: "404" },
  { name: "script", server: site, request: get(chunk), count: 2000 },
  {
    name: "  node:http, same bytes (script)",
    server: await startBare(script),
    request: get(chunk),
    count: 2000,
  },
];
/** @type {Case[]} */
const rendered = [
  { name: "page rendered, brotli", server: site, request: get(`${PAGE}?sent=1`, "br"), count: 150 },
  {
    name: "form rendered, as it is",
    server: site,
    request: get(`${PAGE}/quote?sent=1`, "identity"),
    count: 150,
  },
  {
    name: "quote sent and relayed",
    server: site,
    request: quote,
    count: 100,
    status: "303",
  },
  {
    name: "  the relay's post alone",
    server: service,
    request: relayed(new URL(forwarder.url).pathname),
    count: 60,
    connections: [1],
  },
];

/** @type {import("./report.mjs").Measured} */
const measured = {};
const loadBefore = loadavg();
// What is stored first: rendering leaves a heap that the collector cleans at the expense of what comes next.
for (const cases of [stored, rendered])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const connections of [1, 32]) {
      for (const each of cases) {
        if (!(each.connections ?? [1, 32]).includes(connections)) continue;
        const result = await measure(each, connections);
        forwarder.reset();
        if (round === 0) continue; // To warm up.
        const name = key(each.name, connections);
        const row = measured[name] ?? { cpu: [], rate: [], p50: [], p99: [] };
        measured[name] = row;
        for (const figure of /** @type {const} */ (["cpu", "rate", "p50", "p99"]))
          row[figure].push(result[figure]);
      }
    }
  }
printMeasured(measured);
console.log(
  `Start to first byte ${site.firstByteMs.toFixed(0)} ms; memory idle ${idleMb} MB, at the end ${memoryMb(site)} MB.`,
);
const loads = [loadBefore, loadavg()].map(([minute = 0]) => minute.toFixed(1));
console.log(
  `Load ${loads.join(" to ")} on ${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.version}.`,
);
await forwarder.close();
process.exit(0);

/** @param {Case} each @param {number} connections */
async function measure({ server, request, count, status = "200", name }, connections) {
  const before = processorMs(server);
  const load = spawn(process.execPath, ["tests/bench/load.mjs"], { stdio: ["pipe", "pipe", "inherit"] });
  load.stdin.end(JSON.stringify({ port: server.port, connections, count, request }));
  const result = /** @type {any} */ (await json(load.stdout));
  if (result.statuses[status] !== count) throw new Error(`${name}: ${JSON.stringify(result.statuses)}`);
  const cpu = (processorMs(server) - before) / count;
  return { cpu, rate: count / result.seconds, p50: result.p50, p99: result.p99 };
}

/** Waits until a page comes from memory, and the site has calmed down. @param {string} path */
async function fromMemory(path) {
  for (let tries = 0; tries < 200; tries++) {
    if ((await answerOf(site.port, path)).headers.etag) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

/** @param {string} folder */
function largest(folder) {
  const sizes = readdirSync(folder).map((name) => ({ name, size: statSync(`${folder}/${name}`).size }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name;
}
