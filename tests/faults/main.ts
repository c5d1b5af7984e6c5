/**
 * `npm run test:faults`: the matrix of the forwarding service's faults, then the cases: what the disk, the clock, a
 * volume, another process or a kill does, and what became of the requests. `--only` runs what has the text in its name,
 * `--seed` repeats the random moments of a run, `--long` runs the cases that take an hour as well, `--teeth` runs the
 * power cut without its flushes, where it must lose requests.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
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
import { REFUSED_ONE } from "./cases/refused-one";
import { UNWRITABLE_START } from "./cases/unwritable-start";
import { FAULTS } from "./matrix";
import { runCases } from "./run-cases";
import { runMatrix } from "./service-faults";
import { STORM } from "./storm";

const CASES = [
  STORM,
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
  ...REFUSED_ONE,
  ...MANY_WAITING,
];

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

const started = performance.now();
console.log(`seed ${seed}`);
const faults = teeth ? [] : FAULTS.filter(({ name }) => name.includes(only));
const cases = (teeth ? TEETH : CASES).filter((one) => one.name.includes(only) && (long || !one.long));
if (faults.length + cases.length === 0) throw new Error(`no fault has "${only}" in its name`);

const matrix = faults.length > 0 ? await runMatrix(faults) : { wrong: 0, skipped: 0 };
const { wrong, skipped } = await runCases(cases, seed);
const seconds = Math.round((performance.now() - started) / 1000);
const ofCells = `${matrix.wrong} cells wrong, ${matrix.skipped} skipped`;
// Times are judged as they are: on a machine that others use, too, a second may pass without the site.
const load = `load ${loadavg()
  .map((share) => share.toFixed(1))
  .join(" ")}`;
console.log(`\n${seconds} s, ${load}; ${ofCells}; ${wrong} cases wrong, ${skipped} skipped`);
process.exit(matrix.wrong + wrong > 0 ? 1 : 0);
