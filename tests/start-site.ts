import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredQuote } from "../app/quote/lifecycle/stored-quote.server";
import { BARE_ENV } from "./clock.mjs";
import { START_ARGS } from "./node-flags.mjs";

export type LogLine = { level: string; event: string } & Record<string, unknown>;

/** A test run that is cut short leaves no server behind. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the production build under remix-serve, as the container does, on a free port of the loopback and with an
 * outbox of its own.
 *
 * @param settings environment of the site; nothing of this process's own but PATH reaches it
 * @param cwd the project's folder, or a copy of it
 * @param through a command that runs the one behind it, for example one that keeps its socket
 * @returns once it answers; rejects with its output when it ends before that
 */
export async function startSite(
  settings: Record<string, string> = {},
  cwd = process.cwd(),
  through: readonly string[] = [],
) {
  const outboxDir = settings.OUTBOX_DIR ?? (await mkdtemp(join(tmpdir(), "outbox-")));
  const port = settings.PORT ?? String(await freePort());
  const { HOST = "127.0.0.1" } = settings;
  const env: NodeJS.ProcessEnv = {
    ...BARE_ENV,
    HOST,
    PORT: port,
    OUTBOX_DIR: outboxDir,
    // All tests come from one address.
    RATE_LIMIT_MAX: "1000000",
    ...settings,
    NODE_OPTIONS: [BARE_ENV.NODE_OPTIONS, settings.NODE_OPTIONS].filter(Boolean).join(" "),
  };
  const [program = "", ...args] = [...through, process.execPath, ...START_ARGS];
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    const listen = (part: Buffer) => {
      output += part;
      if (output.includes("[remix-serve] http")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    exited.then((code) => reject(new Error(`the site ended with ${code}:\n${output}`)));
  });

  const events = (event?: string): LogLine[] =>
    output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))
      .filter((line) => !event || line.event === event);

  return {
    url: `http://${HOST}:${port}`,
    port: Number(port),
    pid: child.pid as number,
    outboxDir,
    /** Its exit status, or the signal that ended it, once it ends. */
    exit: exited,
    /** Everything it has printed so far. */
    output: () => output,
    /** Its JSON log lines so far, of this event if one is given. */
    events,
    /** The log lines of conditions of this id that began. */
    began: (id: string) => events("condition.began").filter(({ condition }) => condition === id),
    /** Nobody reads its output from now on, as where a log's reader has ended. */
    closeLog: () => child.stdout.destroy(),
    /** The requests that lie in the outbox. */
    waiting: async (): Promise<StoredQuote[]> => {
      const all = await readdir(join(outboxDir, "new")).catch(() => []);
      // The site's own test files come and go.
      const names = all.filter((name) => !name.startsWith("probe-"));
      const texts = await Promise.all(
        names.map((name) => readFile(join(outboxDir, "new", name), "utf8").catch(() => undefined)),
      );
      // One that was accepted between the list and the reading is not waiting.
      return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text)]));
    },
    /** Resident memory in MiB, now or at its highest (VmHWM). */
    memory: async (figure: "VmRSS" | "VmHWM" = "VmRSS") => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    },
    /** @returns its exit status, or the signal that ended it */
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal);
      return exited;
    },
    /** Stops it and forgets its outbox. */
    end: async () => {
      child.kill("SIGKILL");
      await exited;
      await rm(outboxDir, { recursive: true, force: true });
    },
  };
}

/** Each process has ports of its own: 0 is a script's, 1 to 3 are Vitest's, from 4 on Playwright's. */
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
const block = VITEST_POOL_ID ?? (TEST_PARALLEL_INDEX ? 4 + Number(TEST_PARALLEL_INDEX) : 0);
const PORTS = 3_000;
const first = 10_100 + PORTS * Number(block);
let ports = Math.floor(Math.random() * PORTS);

/**
 * A port of the loopback that is free now, and that no other test is given before it is used. It is below those that
 * the system gives to outgoing connections (32768 and up), and above the last that `fetch` and browsers refuse (10080).
 */
export function freePort(): Promise<number> {
  const port = first + (ports++ % PORTS);
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}
