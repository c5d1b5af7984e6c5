/**
 * `npm run test:hostile`: malformed and abusive requests at the production build, over raw sockets, then floods. `--seed`
 * repeats a run, `--only` runs the kinds and floods whose name holds the text, `--case` sends one case of a kind and
 * prints what came back, `--way` runs the floods in one way: direct, nginx, caddy or none.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { until } from "../faults/until";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { startSite } from "../start-site";
import { attack, type Report, type Wrong } from "./attack";
import { PEAK_MB, runFloods } from "./floods/run-floods";
import { ADDRESS_KINDS } from "./kinds/address";
import { CONNECTION_KINDS } from "./kinds/connection";
import { FRAMING_KINDS } from "./kinds/framing";
import { MULTIPART_KINDS } from "./kinds/multipart";
import { TEXT_KINDS } from "./kinds/text";

const KINDS = [...MULTIPART_KINDS, ...TEXT_KINDS, ...FRAMING_KINDS, ...CONNECTION_KINDS, ...ADDRESS_KINDS];

const string = { type: "string" } as const;
const text = { ...string, default: "" };
const options = {
  ...{ only: text, way: text, case: string },
  seed: { ...string, default: String(Date.now() % 1_000_000) },
};
const { values } = parseArgs({ options });
const { seed } = values;
const only = values.case === undefined ? undefined : Number(values.case);

const started = performance.now();
const forwarder = await startForwarder();
const site = await startSite({ FORWARD_URL: forwarder.url });
const reports: Report[] = [];
console.log(`seed ${seed}`);
for (const kind of KINDS.filter(({ name }) => name.includes(values.only)))
  reports.push(await attack(kind, { site, forwarder, seed, only }));

const wrong = reports.flatMap((report) => report.wrong);
const peak = await site.memory("VmHWM").catch(() => 0);
if (peak > PEAK_MB) wrong.push({ kind: "all", what: `resident memory reached ${peak} MiB` });
await until(() => openConnections() === 0, 10_000);
const open = openConnections();
if (open > 0) wrong.push({ kind: "all", what: `${open} connections are still open` });
await site.end();
await forwarder.close();

const table: Record<string, unknown> = {};
for (const { kind, count, answers, wrong } of reports) {
  const times = [...new Set(answers)]
    .sort()
    .map((one) => `${one}×${answers.filter((a) => a === one).length}`);
  table[kind] = { requests: count, wrong: wrong.length, answers: times.join(" ") };
}
console.table(table);
// Each sort of fault once per kind, with how often, the first case's bytes, and the command that sends them again.
const sortOf = ({ kind, what }: Wrong) => `${kind}: ${what}`;
for (const sort of new Set(wrong.map(sortOf))) {
  const [first, ...others] = wrong.filter((fault) => sortOf(fault) === sort);
  console.log(`\n${sort} (${1 + others.length}×)`);
  if (first?.number === undefined) continue;
  console.log(`  npm run test:hostile -- --seed ${seed} --only "${first.kind}" --case ${first.number}`);
  console.log(`  ${JSON.stringify(first.bytes?.toString("latin1").slice(0, 600))}`);
}
const sum = (figure: "count" | "accepted") => reports.reduce((total, report) => total + report[figure], 0);
console.log(`\nseed ${seed}, ${Math.round((performance.now() - started) / 1000)} s`);
console.log(
  `${sum("count")} requests, ${sum("accepted")} accepted, ${wrong.length} wrong, peak memory ${peak} MiB`,
);
const floods = only === undefined ? await runFloods(values.only, values.way) : 0;
process.exit(wrong.length > 0 || floods > 0 ? 1 : 0);

/** Connections to the site that its process still holds: established, or closed by the other side only. */
function openConnections(): number {
  const suffix = `:${site.port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && (state === "01" || state === "08")).length;
}
