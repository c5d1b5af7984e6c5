/**
 * `npm run test:hostile`: malformed and abusive requests at the production build, over raw sockets. `--seed` repeats a
 * run, `--only` runs the kinds whose name holds the text, `--case` sends one case of them and prints what came back.
 */
import { parseArgs } from "node:util";
import { until } from "../faults/until";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { startSite } from "../start-site";
import { printTable } from "../table";
import { attack, makeCase, type Report, type Wrong } from "./attack";
import { openConnections } from "./condition";
import { exchange } from "./exchange";
import { ADDRESS_KINDS } from "./kinds/address";
import { CONNECTION_KINDS } from "./kinds/connection";
import { FRAMING_KINDS } from "./kinds/framing";
import { MULTIPART_KINDS } from "./kinds/multipart";
import { ORIGIN_KINDS } from "./kinds/origin";
import { TEXT_KINDS } from "./kinds/text";

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
  ...TEXT_KINDS,
  ...FRAMING_KINDS,
  ...CONNECTION_KINDS,
  ...ADDRESS_KINDS,
  ...ORIGIN_KINDS,
].filter(({ name }) => name.includes(only));

const started = performance.now();
const forwarder = await startForwarder();
const site = await startSite({ FORWARD_URL: forwarder.url });
const reports: Report[] = [];
console.log(`seed ${seed}`);
for (const kind of kinds)
  reports.push(
    await attack(kind, { site, forwarder, seed, only: one === undefined ? undefined : Number(one) }),
  );

const wrong = reports.flatMap((report) => report.wrong);
const peak = await site.memory("VmHWM").catch(() => 0);
if (peak > MEMORY_LIMIT_MB) wrong.push({ kind: "all", what: `resident memory reached ${peak} MiB` });
await until(() => openConnections(site.port) === 0, 10_000);
const open = openConnections(site.port);
if (open > 0) wrong.push({ kind: "all", what: `${open} connections are still open` });

if (one !== undefined) await showCase();
await site.end();
await forwarder.close();

printTable(
  ["kind", "requests", "wrong", "answers"],
  reports.map(({ kind, count, statuses, wrong }) => [
    kind,
    String(count),
    String(wrong.length),
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
console.log(`\nseed ${seed}, ${seconds} s`);
console.log(`${requests} requests, ${accepted} accepted, ${wrong.length} wrong, peak memory ${peak} MiB`);
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
