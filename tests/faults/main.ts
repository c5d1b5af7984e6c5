/**
 * `npm run test:faults`: what a fault of the forwarding service, the disk, the clock, another process or a kill does, and
 * what became of the requests. `--only` runs what has the text in its name, `--seed` repeats the random moments of a run,
 * `--self-check` runs the power cut without its flushes, where it must lose requests.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { randomFrom } from "../hostile/random";
import type { Case } from "./case";
import { CELLS } from "./cases/cells";
import { CLOCK } from "./cases/clock";
import { CRASHES, KILLS } from "./cases/crashes";
import { DISKS } from "./cases/disks";
import { FROZEN } from "./cases/frozen";
import { HAND_OVER } from "./cases/hand-over";
import { MANY_WAITING } from "./cases/many-waiting";
import { ODDITIES } from "./cases/oddities";
import { POWER_CUT, WITHOUT_FLUSHES } from "./cases/power-cut";
import { REPLICAS } from "./cases/replicas";
import { UPGRADE } from "./cases/upgrade";
import { add, NOTHING, type Outcome } from "./judge";
import { within } from "./until";

const CASES = [
  ...[...CELLS, CRASHES, KILLS, POWER_CUT, ...FROZEN, ...DISKS, ...CLOCK, ...HAND_OVER, ODDITIES],
  ...[...MANY_WAITING, ...REPLICAS, UPGRADE],
];
const LIMIT_S = 120;
/** How many cases run beside each other, where they may. */
const AT_ONCE = 4;

const options = {
  only: { type: "string", multiple: true, default: [] as string[] },
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  "self-check": { type: "boolean" },
} as const;
const { only, seed, "self-check": isSelfCheck } = parseArgs({ options }).values;

async function run({ name, limitS = LIMIT_S, run }: Case): ReturnType<Case["run"]> {
  try {
    const outcome = await within(run(randomFrom(`${seed}/${name}`)), limitS * 1_000);
    return outcome === "late" ? { ...NOTHING, wrong: [`it did not end within ${limitS} s`] } : outcome;
  } catch (error) {
    return { ...NOTHING, wrong: [`the case broke off: ${String(error).replace(/\s+/g, " ").slice(0, 600)}`] };
  }
}

console.log(`seed ${seed}`);
const cases = (isSelfCheck ? WITHOUT_FLUSHES : CASES).filter(({ name }) =>
  only.every((text) => name.includes(text)),
);
if (cases.length === 0) throw new Error(`no fault has "${only}" in its name`);
const table: Record<string, unknown> = {};
const all: Outcome = { ...NOTHING, wrong: [] };
const skips: string[] = [];
let wrong = 0;

async function work(queue: IterableIterator<Case>): Promise<void> {
  for (const one of queue) {
    const lack = await one.lacks();
    if (lack) {
      skips.push(`SKIPPED: ${one.name}, because ${lack}`);
      continue;
    }
    const began = performance.now();
    const { seen = "", ...outcome } = await run(one);
    const s = Math.round((performance.now() - began) / 1000);
    const isWrong = outcome.wrong.length > 0;
    if (isWrong) wrong++;
    console.log(`${one.name}: ${isWrong ? `WRONG: ${outcome.wrong.join("; ")}` : "ok"} (${s} s) ${seen}`);
    table[one.name] = { ...outcome, s, wrong: outcome.wrong.length };
    add(all, outcome);
  }
}

const beside = cases.filter((one) => one.beside).values();
await Promise.all(Array.from({ length: AT_ONCE }, () => work(beside)));
await work(cases.filter((one) => !one.beside).values());

console.table({ ...table, all: { ...all, wrong } });
for (const skip of skips) console.log(skip);
// Times are judged as they are: on a machine that others use, too, a second may pass without the site.
const load = loadavg().map((share) => share.toFixed(1));
console.log(`seed ${seed}, load ${load.join(" ")}; ${wrong} cases wrong, ${skips.length} skipped`);
process.exit(wrong > 0 ? 1 : 0);
