import * as crypto from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Script } from "node:vm";
import { build, type Rollup } from "vite";
import { makeFileSystem } from "./file-system";
import type { Process } from "./process";
import { makeNet } from "./sockets";

/** A change of the site's source, made when it is loaded: `from` must occur exactly once in the file (below `app/`). */
export type Edit = { file: string; from: string; to: string };

/** Loads the site's code into a process: each gets modules of its own, as real ones do. */
export type Program = (process: Process) => typeof import("./site");

const require = createRequire(import.meta.url);
/** What the code finds in a process instead of the real thing. */
const GLOBALS = [
  "setTimeout",
  "setInterval",
  "clearTimeout",
  "clearInterval",
  "Date",
  "performance",
  "Math",
  "process",
];

/** Bundles the site's code with `site.ts` as its entry. Throws if the text of an edit is not there. */
export async function loadProgram(edits: readonly Edit[] = []): Promise<Program> {
  const made = new Set<Edit>();
  const change = (code: string, id: string) => {
    let changed = code;
    for (const edit of edits.filter(({ file }) => id === resolve("app", file))) {
      if (code.split(edit.from).length !== 2) throw new Error(`Not once in ${edit.file}: ${edit.from}`);
      changed = changed.replace(edit.from, () => edit.to);
      made.add(edit);
    }
    return changed;
  };
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    resolve: { alias: { "~": resolve("app") } },
    plugins: [{ name: "edit-source", enforce: "pre", transform: change }],
    build: {
      ssr: "tests/simulation/site.ts",
      write: false,
      target: "node20",
      rollupOptions: { output: { format: "cjs" } },
    },
  })) as Rollup.RollupOutput;
  for (const edit of edits) if (!made.has(edit)) throw new Error(`Not loaded: ${edit.file}`);
  const parameters = ["require", "exports", ...GLOBALS].join(", ");
  const run = new Script(`(function (${parameters}) {${output[0].code}\n})`).runInThisContext();
  return (process) => {
    const exports = {};
    const globals: Record<string, unknown> = makeGlobals(process);
    run(makeRequire(process), exports, ...GLOBALS.map((name) => globals[name]));
    return exports as typeof import("./site");
  };
}

/** `require` in a process: disk, sockets, waiting and random bytes are the scenario's, all else is real. */
function makeRequire(process: Process) {
  const { promises, callbacks, realPath } = makeFileSystem(process);
  const { random } = process.world;
  const modules: Record<string, unknown> = {
    "node:fs": callbacks,
    "node:fs/promises": promises,
    "node:net": makeNet(process, realPath),
    "node:timers/promises": {
      setTimeout: (ms: number) => process.settle(lateInQuiet(process, ms), () => {}),
    },
    "node:crypto": { createHmac: crypto.createHmac, randomBytes: random.bytes },
  };
  return (name: string) => modules[name] ?? require(name);
}

/** The wait of a worker that has nothing to do: in a quiet span its timer is late. */
const lateInQuiet = ({ world }: Process, ms: number) => (world.isQuiet && ms >= 10_000 ? 20 * ms : ms);

function makeGlobals(process: Process) {
  const { clock, random } = process.world;
  const setTimeout = (run: () => void, ms: number) => {
    const timer = process.after(ms, run);
    return Object.assign(timer, { unref: () => timer });
  };
  const setInterval = (run: () => void, ms: number) => {
    const handle = { isCancelled: false, unref: () => handle };
    const next = () => {
      if (handle.isCancelled) return;
      process.after(ms, next);
      run();
    };
    process.after(ms, next);
    return handle;
  };
  const cancel = (handle?: { isCancelled?: boolean }) =>
    void (handle && Object.assign(handle, { isCancelled: true }));
  class SimulatedDate extends Date {
    constructor(...given: []) {
      super(...((given.length > 0 ? given : [clock.calendarMs()]) as []));
    }
    static override now = () => clock.calendarMs();
  }
  return {
    ...{ setTimeout, setInterval, clearTimeout: cancel, clearInterval: cancel, Date: SimulatedDate },
    performance: { now: () => clock.nowMs },
    Math: Object.assign(Object.create(Math), { random: random.next }),
    process: { env: {}, stdout: { on: () => {}, write: () => true } },
  };
}
