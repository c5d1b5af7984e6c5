import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Script } from "node:vm";
import { build, type Rollup } from "vite";
import { makeFileSystem } from "./file-system";
import { makePg } from "./postgres";
import type { Process } from "./process";
import { makeNet } from "./sockets";

/** A change of the site's source, made when it is loaded: `from` must occur exactly once in the file, which is below `app/`. */
export type Edit = { file: string; from: string; to: string };

/** Loads the site's code into a process: each gets modules of its own, as real ones do. */
export type Program = (process: Process) => typeof import("./site");

const require = createRequire(import.meta.url);
/** What the code finds in a process instead of the real thing. */
const NAMES =
  "require, exports, setTimeout, setInterval, clearTimeout, clearInterval, Date, performance, Math, process";

/** Bundles the site's code with `site.ts` as its entry. Throws if the text of the edit is not there. */
export async function loadProgram(edit?: Edit): Promise<Program> {
  let edits = 0;
  const transform = (code: string, id: string) => {
    if (!edit || id !== resolve("app", edit.file)) return code;
    edits = code.split(edit.from).length - 1;
    return code.replace(edit.from, () => edit.to);
  };
  const { output } = (await build({
    ...({ configFile: false, logLevel: "error", publicDir: false } as const),
    resolve: { alias: { "~": resolve("app") } },
    plugins: [{ name: "edit", enforce: "pre", transform }],
    build: {
      ...{ ssr: "tests/simulation/site.ts", write: false, target: "node20" },
      rollupOptions: { output: { format: "cjs", dynamicImportInCjs: false } },
    },
  })) as Rollup.RollupOutput;
  if (edit && edits !== 1) throw new Error(`${edits} times in ${edit.file}: ${edit.from}`);
  const code = `"use strict"; (globals) => { const { ${NAMES} } = globals; ${output[0].code}\nreturn exports; }`;
  const run = new Script(code).runInThisContext();
  return (process) => run(makeGlobals(process));
}

function makeGlobals(process: Process) {
  const { clock, random, database } = process.world;
  const { promises, callbacks, realPath } = makeFileSystem(process);
  // The wait of a worker that has nothing to do. In a quiet span it is late: any timer may be.
  const wait = (ms: number) => process.later(process.world.isQuiet && ms >= 10_000 ? 20 * ms : ms, () => {});
  const modules: Record<string, unknown> = {
    "node:fs": callbacks,
    "node:fs/promises": promises,
    "node:net": makeNet(process, realPath),
    "node:timers/promises": { setTimeout: wait },
    ...(database && { pg: makePg(process, database) }),
    "node:crypto": { createHmac, randomBytes: random.bytes },
  };
  const cancel = (timer = {}) => void Object.assign(timer, { isCancelled: true });
  const setInterval = (run: () => void, ms: number) => {
    const timer = { isCancelled: false, unref: () => timer };
    const next = () => {
      if (timer.isCancelled) return;
      process.after(ms, next);
      run();
    };
    process.after(ms, next);
    return timer;
  };
  class SimulatedDate extends Date {
    static override now = clock.calendarMs;
    constructor(...given: []) {
      super(...((given.length > 0 ? given : [clock.calendarMs()]) as []));
    }
  }
  return {
    ...{ exports: {}, setInterval, clearTimeout: cancel, clearInterval: cancel, Date: SimulatedDate },
    require: (name: string) => modules[name] ?? require(name),
    setTimeout: (run: () => void, ms: number) => Object.assign(process.after(ms, run), { unref: () => {} }),
    performance: { now: () => clock.nowMs },
    Math: Object.assign(Object.create(Math), { random: random.next }),
    process: { env: {}, stdout: { on: () => {}, write: () => true } },
  };
}
