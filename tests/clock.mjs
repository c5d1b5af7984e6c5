import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param {string} shift code for milliseconds, in which `now()` is the machine's time @param {number[]} steps */
const shim = (shift, steps) => `const Real = Date, now = Real.now, steps = ${JSON.stringify(steps)};
  let shift = ${shift};
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length ? given : [now() + shift], made),
    apply: () => new Real(now() + shift).toString(),
    get: (_, name) => (name === "now" ? () => now() + shift : Real[name]),
  });
  if (steps.length > 0) process.on("SIGUSR2", () => { shift += steps.shift() * 60_000; });`;

/** @param {string} shift @param {number[]} [steps] */
const options = (shift, steps = []) =>
  `--import=data:text/javascript,${encodeURIComponent(shim(shift, steps))}`;

/**
 * Settings of a site whose clock starts at a set time.
 *
 * @param {string} start ISO, with its offset
 * @param {number[]} steps minutes: at each SIGUSR2 the clock goes on by the next of them
 */
export const clockAt = (start, steps = []) => ({
  NODE_OPTIONS: options(`Real.parse("${start}") - now()`, steps),
});

/**
 * Starts the clock of a run at TEST_DATE, if that is set. All processes that this one starts have the same clock: the
 * tests, the sites, the commands. The browser keeps the machine's.
 */
export function startClock() {
  const { TEST_DATE, TEST_CLOCK, NODE_OPTIONS } = process.env;
  if (!TEST_DATE || TEST_CLOCK) return;
  const shift = Date.parse(TEST_DATE) - Date.now();
  if (Number.isNaN(shift) || !/(Z|[+-]\d\d:\d\d)$/.test(TEST_DATE))
    throw new Error(`TEST_DATE is ${TEST_DATE}, but it must be like 2027-01-04T08:30:00-05:00`);
  process.env.TEST_CLOCK = options(String(shift));
  process.env.NODE_OPTIONS = [NODE_OPTIONS, process.env.TEST_CLOCK].filter(Boolean).join(" ");
}

/** The environment of a process that gets nothing of this one's own but PATH and the clock of the run. */
export const BARE_ENV = {
  PATH: process.env.PATH,
  NODE_ENV: /** @type {const} */ ("production"),
  // From Node 22 on: hundreds of sites start here, and each takes a seventh less processor time.
  NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
  ...(process.env.TEST_CLOCK && { NODE_OPTIONS: process.env.TEST_CLOCK }),
};
