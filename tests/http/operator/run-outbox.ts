import { execFile } from "node:child_process";
import { BARE_ENV } from "../../clock.mjs";

/** Runs the outbox command as the container has it. Returns its exit status and what it said on each stream. */
export const runOutbox = (OUTBOX_DIR: string, args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ["build/outbox.js", ...args],
      { env: { ...BARE_ENV, OUTBOX_DIR, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
