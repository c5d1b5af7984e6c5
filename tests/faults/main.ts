/**
 * `npm run test:faults`: what a fault of the forwarding service, the disk, the clock, another process or a kill does, and
 * what became of the requests. `--only` runs what has the text in its name, `--seed` repeats the random moments of a run,
 * `--long` runs the cases that take an hour as well, `--teeth` runs the power cut without its flushes, where it must lose
 * requests.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { randomFrom } from "../hostile/random";
import { printTable } from "../table";
import type { Case, Outcome } from "./case";
import { CELLS } from "./cases/cells";
import { CLOCK } from "./cases/clock";
import { CRASH_POINTS } from "./cases/crash-points";
import { FOLDER_GONE } from "./cases/folder-gone";
import { FROZEN_DISK } from "./cases/frozen-disk";
import { HAND_OVER } from "./cases/hand-over";
import { KILLS } from "./cases/kills";
import { MANY_WAITING } from "./cases/many-waiting";
import { MISSING_VOLUME } from "./cases/missing-volume";
import { ODDITIES } from "./cases/oddities";
import { PAUSED } from "./cases/paused";
import { POWER_CUT, TEETH } from "./cases/power-cut";
import { UNWRITABLE_START } from "./cases/unwritable-start";
import { within } from "./until";

const CASES = [
  ...CELLS,
  ...KILLS,
  ...CRASH_POINTS,
  POWER_CUT,
  PAUSED,
  ...FROZEN_DISK,
  ...FOLDER_GONE,
  ...MISSING_VOLUME,
  ...UNWRITABLE_START,
  ...CLOCK,
  ...HAND_OVER,
  ...ODDITIES,
  ...MANY_WAITING,
];
const LIMIT_S = 120;
/** How many cases run beside each other, where they may. */
const AT_ONCE = 4;

const {
  only = "",
  seed = String(Date.now() % 1_000_000),
  long = false,
  teeth = false,
} = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string" },
    long: { type: "boolean" },
    teeth: { type: "boolean" },
  },
}).values;

async function run({ name, limitS = LIMIT_S, run }: Case): Promise<Outcome> {
  const nothing = { sent: 0, lost: 0, copies: 0, unfounded: 0, seen: "" };
  try {
    const outcome = await within(run(randomFrom(`${seed}/${name}`)), limitS * 1_000);
    return outcome === "late" ? { ...nothing, wrong: [`it did not end within ${limitS} s`] } : outcome;
  } catch (error) {
    return { ...nothing, wrong: [`the case broke off: ${String(error).replace(/\s+/g, " ").slice(0, 600)}`] };
  }
}

const started = performance.now();
console.log(`seed ${seed}`);
const cases = (teeth ? TEETH : CASES).filter((one) => one.name.includes(only) && (long || !one.long));
if (cases.length === 0) throw new Error(`no fault has "${only}" in its name`);
const rows: string[][] = [];
const skips: string[] = [];
let wrong = 0;

async function work(queue: IterableIterator<Case>): Promise<void> {
  for (const one of queue) {
    const lack = await one.lacks?.();
    if (lack) {
      skips.push(`SKIPPED: ${one.name}, because ${lack}`);
      continue;
    }
    const began = performance.now();
    const { seen, wrong: said, ...counts } = await run(one);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (said.length > 0) wrong++;
    const verdict = said.length > 0 ? `WRONG: ${said.join("; ")}` : "ok";
    console.log(`${one.name}: ${verdict} (${seconds} s)`);
    const { sent, lost, copies, unfounded } = counts;
    rows.push([
      one.name,
      ...[sent, lost, copies, unfounded, seconds].map(String),
      `${seen} ${verdict}`.trim(),
    ]);
  }
}

const beside = cases.filter((one) => one.beside).values();
await Promise.all(Array.from({ length: AT_ONCE }, () => work(beside)));
await work(cases.filter((one) => !one.beside).values());

if (rows.length > 0) printTable(["fault", "told sent", "lost", "copies", "without a reason", "s", ""], rows);
for (const skip of skips) console.log(skip);
const seconds = Math.round((performance.now() - started) / 1000);
const total = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
// Times are judged as they are: on a machine that others use, too, a second may pass without the site.
const load = loadavg().map((share) => share.toFixed(1));
console.log(`\n${total(1)} told sent, ${total(2)} lost, ${total(3)} copies, ${total(4)} without a reason`);
console.log(`${seconds} s, load ${load.join(" ")}; ${wrong} cases wrong, ${skips.length} skipped`);
process.exit(wrong > 0 ? 1 : 0);
