/**
 * run-blender.mjs - runs one Blender script to its end, at the lowest priority, with its output in a log file.
 * Environment: THREADS (default 1), BLENDER (default blender). Used by scenes.mjs and video.mjs.
 */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";

/** Runs one Blender script to its end; rejects when it fails. */
export function blender(script, env, log) {
  mkdirSync(dirname(log), { recursive: true });
  const threads = process.env.THREADS ?? "1";
  return new Promise((done, fail) => {
    const p = spawn(
      process.env.BLENDER ?? "blender",
      ["-t", threads, "-b", "-noaudio", "--python-exit-code", "3", "-P", script],
      {
        env: { ...process.env, THREADS: threads, ...env },
      },
    );
    setPriority(p.pid, constants.priority.PRIORITY_LOW);
    const file = createWriteStream(log);
    p.stdout.pipe(file, { end: false });
    p.stderr.pipe(file, { end: false });
    p.on("error", fail);
    p.on(
      "close",
      (code) => (file.end(), code ? fail(new Error(`blender ended with ${code}, see ${log}`)) : done()),
    );
  });
}
