import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./start-site";

const program = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => [join(folder, "valkey-server"), join(folder, "redis-server")])
  .find((file) => existsSync(file));

/** Why the tests over Valkey are skipped, or undefined where they are not. It is said aloud. */
export const noValkey = program
  ? undefined
  : "SKIPPED: the tests over Valkey, because there is no valkey-server or redis-server here";
if (noValkey) console.warn(`\n${noValkey}\n`);

export type ValkeyServer = Awaited<ReturnType<typeof startValkey>>;

/** A real Valkey (or Redis) on a free port of the loopback, with a folder of its own, set up as docs/operating.md says. */
export async function startValkey(...more: string[]) {
  const dir = await mkdtemp(join(tmpdir(), "valkey-"));
  const port = String(await freePort());
  const settings = [
    ...["--port", port, "--bind", "127.0.0.1", "--dir", dir, "--save", ""],
    ...["--appendonly", "yes", "--appendfsync", "always", ...more],
  ];
  let child = await run();
  // A test run that is cut short leaves no server behind.
  process.once("exit", () => child.kill("SIGKILL"));

  async function run() {
    const server = spawn(program ?? "", settings, { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((resolve, reject) => {
      let output = "";
      server.stdout.on("data", (part) => {
        output += part;
        if (output.includes("eady to accept connections")) resolve();
      });
      server.once("exit", (code) => reject(new Error(`Valkey ended with ${code}:\n${output}`)));
    });
    return server;
  }

  const stop = (signal: NodeJS.Signals = "SIGTERM") =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill(signal);
    });

  return {
    url: `redis://127.0.0.1:${port}`,
    port: Number(port),
    /** Ends it; what it had taken is still on its disk. */
    stop,
    /** Starts it again on the same port and disk. */
    start: async () => {
      child = await run();
    },
    /** Leaves it unanswering, connections open, until `thaw`. */
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    end: async () => {
      child.kill("SIGKILL");
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
