/**
 * `npm run test:hostile`: malformed and abusive requests at the production build, over raw sockets. `--seed` repeats a
 * run, `--only` runs the kinds whose name holds the text, `--case` sends one case of them and prints what came back.
 */
import { parseArgs } from "node:util";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { startSite } from "../start-site";
import { printTable } from "../table";
import { attack, makeCase, type Report, type Wrong } from "./attack";
import { exchange } from "./exchange";
import { ADDRESS_KINDS } from "./kinds/address";
import { CHUNK_KINDS } from "./kinds/chunk";
import { CONNECTION_KINDS } from "./kinds/connection";
import { DATA_KINDS } from "./kinds/data";
import { FILE_KINDS } from "./kinds/file";
import { HEAD_KINDS } from "./kinds/head";
import { LENGTH_KINDS } from "./kinds/length";
import { METHOD_KINDS } from "./kinds/method";
import { MULTIPART_KINDS } from "./kinds/multipart";
import { MUTATED_KINDS } from "./kinds/mutated";
import { ORIGIN_KINDS } from "./kinds/origin";
import { SIZE_KINDS } from "./kinds/size";
import { TEXT_KINDS } from "./kinds/text";
import { TYPE_KINDS } from "./kinds/type";
import { watch } from "./watch";

const MEMORY_LIMIT_MB = 200;

const {
  seed = String(Date.now() % 1_000_000),
  only = "",
  case: one,
} = parseArgs({
  options: { seed: { type: "string" }, only: { type: "string" }, case: { type: "string" } },
}).values;

const kinds = [
  ...MULTIPART_KINDS,
  ...MUTATED_KINDS,
  ...TEXT_KINDS,
  ...SIZE_KINDS,
  ...LENGTH_KINDS,
  ...CHUNK_KINDS,
  ...CONNECTION_KINDS,
  ...METHOD_KINDS,
  ...TYPE_KINDS,
  ...HEAD_KINDS,
  ...ADDRESS_KINDS,
  ...FILE_KINDS,
  ...DATA_KINDS,
  ...ORIGIN_KINDS,
].filter(({ name }) => name.includes(only));

const started = performance.now();
const forwarder = await startForwarder();
const site = await startSite({ FORWARD_URL: forwarder.url });
const watched = watch(site.pid, site.port);
const reports: (Report & { memory: number })[] = [];
console.log(`seed ${seed}`);
for (const kind of kinds) {
  const only = one === undefined ? undefined : Number(one);
  const report = await attack(kind, { site, forwarder, seed, only });
  reports.push({ ...report, memory: Math.round(watched.lately()) });
}

const wrong = reports.flatMap((report) => report.wrong);
const peak = Math.round(watched.peak());
if (peak > MEMORY_LIMIT_MB) wrong.push({ kind: "all", what: `resident memory reached ${peak} MB` });
for (let tries = 0; watched.open() > 0 && tries < 100; tries++)
  await new Promise((wait) => setTimeout(wait, 100));
const open = watched.open();
if (open > 0) wrong.push({ kind: "all", what: `${open} connections are still open` });

if (one !== undefined) await showCase();
await site.end();
await forwarder.close();

printTable(
  ["kind", "requests", "wrong", "MB", "answers"],
  reports.map(({ kind, count, statuses, wrong, memory }) => [
    kind,
    String(count),
    String(wrong.length),
    String(memory),
    [...statuses]
      .sort()
      .map(([status, times]) => `${status}×${times}`)
      .join(" "),
  ]),
);
printWrong();
const requests = reports.reduce((sum, { count }) => sum + count, 0);
const seconds = Math.round((performance.now() - started) / 1000);
const accepted = reports.reduce((sum, report) => sum + report.accepted, 0);
const found = reports.reduce((sum, report) => sum + report.found, 0);
console.log(`\nseed ${seed}, ${seconds} s, ${open} connections left open`);
console.log(`${accepted} requests accepted, ${found} of them arrived or wait in the outbox`);
console.log(`${requests} requests, ${wrong.length} wrong, peak memory ${peak} MB`);
process.exit(wrong.length > 0 || requests === 0 ? 1 : 0);

/** Each sort of fault once per kind, with how often, the first case's bytes, and the command that sends them again. */
function printWrong(): void {
  const sorts = new Map<string, Wrong[]>();
  for (const fault of wrong) {
    const sort = `${fault.kind}: ${fault.what}`;
    sorts.set(sort, [...(sorts.get(sort) ?? []), fault]);
  }
  for (const [sort, [first, ...others]] of sorts) {
    console.log(`\n${sort} (${1 + others.length}×)`);
    if (first?.number === undefined) continue;
    console.log(`  npm run test:hostile -- --seed ${seed} --only "${first.kind}" --case ${first.number}`);
    console.log(`  ${JSON.stringify(first.bytes?.toString("latin1").slice(0, 600))}`);
  }
}

async function showCase(): Promise<void> {
  for (const kind of kinds) {
    const { case: sent } = makeCase(kind, seed, Number(one));
    for (const piece of sent.pieces)
      console.log(
        typeof piece === "number"
          ? `(${piece} ms)`
          : JSON.stringify(piece.toString("latin1").slice(0, 4_000)),
      );
    const { answers, end } = await exchange(site.port, sent);
    for (const { status, headers, body } of answers)
      console.log(status, headers, body.toString("utf8", 0, 2_000));
    console.log(end);
  }
}
