import { execFile } from "node:child_process";
import { BARE_ENV } from "../../clock.mjs";

/** Runs a command as the container has it. Returns its exit status and what it said on each stream. */
export const runCommand = (
  program: "doctor" | "outbox",
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
  uid?: number,
) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...BARE_ENV, ...env }, timeout: 60_000, cwd, uid };
    execFile(process.execPath, [`build/${program}.js`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
