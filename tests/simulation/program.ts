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

/** Loads the site's code into a process: each gets modules of its own, as real ones do, but for those that hold no state. */
export type Program = (process: Process) => typeof import("./site");

const require = createRequire(import.meta.url);
/** What the code finds in a process instead of the real thing. */
const NAMES =
  "require, exports, setTimeout, setInterval, clearTimeout, clearInterval, Date, performance, Math, process";
const TEXTS_KNOWN = 1_000;
/** Functions and schemas alone, which take long to make: all processes share these modules. */
const SHARED = /\/(config|contractor|quote\/(fields|values|lifecycle\/stored-quote))\b/;

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
      rollupOptions: {
        output: {
          ...({ format: "cjs", dynamicImportInCjs: false, chunkFileNames: "shared.js" } as const),
          interop: (id: string | null) => (id === "zod" ? "esModule" : "auto"),
          manualChunks: (id: string) => (SHARED.test(id) ? "shared" : undefined),
        },
      },
    },
  })) as Rollup.RollupOutput;
  if (edit && edits !== 1) throw new Error(`${edits} times in ${edit.file}: ${edit.from}`);
  const [run, runShared] = output.map((chunk) => {
    const code = "code" in chunk ? chunk.code : "";
    const whole = `"use strict"; (globals) => { const { ${NAMES} } = globals; ${code}\nreturn exports; }`;
    return new Script(whole).runInThisContext();
  });
  // Nothing there may read a clock.
  const shared = runShared({ exports: {}, require, Math, Date: { parse: Date.parse }, process: { env: {} } });
  shared.parseStoredQuote = remembered(shared.parseStoredQuote);
  return (process) => run(makeGlobals(process, shared));
}

/** A parser that remembers what it made of a text, of the latest ones. Nobody may change that. */
function remembered(parse: (text: string) => unknown) {
  const known = new Map<string, unknown>();
  return (text: string) => {
    if (known.size > TEXTS_KNOWN) known.clear();
    if (!known.has(text)) known.set(text, frozen(parse(text)));
    return known.get(text);
  };
}

function frozen(value: unknown): unknown {
  if (typeof value === "object" && value) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function makeGlobals(process: Process, shared: unknown) {
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
    "./shared.js": shared,
  };
  type Timer = { isCancelled: boolean; next?: Timer };
  const cancel = (timer?: Timer) => {
    for (let one = timer; one; one = one.next) one.isCancelled = true;
  };
  const setInterval = (run: () => void, ms: number) => {
    const timer: Timer = { isCancelled: false };
    const repeat = () => {
      if (timer.isCancelled) return;
      timer.next = process.after(ms, repeat);
      run();
    };
    timer.next = process.after(ms, repeat);
    return Object.assign(timer, { unref: () => timer });
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
