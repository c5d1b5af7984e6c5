import { relative } from "node:path";
import { vi } from "vitest";

/**
 * The real disk, watched, for a test file that begins with
 * `vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()))` and
 * `vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()))`.
 */

type Fs = typeof import("node:fs/promises");
type Done = (error: Error | null, result?: unknown) => void;

/** What changed on the disk, in order: "write tmp/*.json, flushed", "rename tmp/*.json to new/a.json", "flush new". */
export const steps: string[] = [];
let root = "/";

/** Starts the record. Paths are relative to `dir`; a random name is a star. */
export function watchFrom(dir: string): void {
  root = dir;
  steps.length = 0;
}

const short = (path: unknown) =>
  (relative(root, String(path)) || ".").replace(/\b[0-9a-f]{16}(-\d+)?\b/, "*");

/** A step is recorded when it has ended. */
const recordAfter =
  (step: string, done: Done): Done =>
  (error, result) => {
    if (!error) steps.push(step);
    done(error, result);
  };

/** Watches node:fs. */
export function watchFiles(real: typeof import("node:fs")) {
  const paths = new Map<unknown, string>();
  return {
    ...real,
    open: (path: string, flags: string, done: Done) =>
      real.open(path, flags, (error, file) => {
        paths.set(file, short(path));
        done(error, file);
      }),
    fsync: (file: number, done: Done) => real.fsync(file, recordAfter(`flush ${paths.get(file)}`, done)),
    writeFile: (path: string, text: string, options: { flush?: boolean }, done: Done) => {
      const how = options.flush ? ", flushed" : "";
      real.writeFile(path, text, options, recordAfter(`write ${short(path)}${how}`, done));
    },
  };
}

/** Watches node:fs/promises. */
export function watchDisk(real: Fs) {
  const record =
    (verb: "rename" | "link") =>
    async (from: string, to: string): Promise<void> => {
      await real[verb](from, to);
      steps.push(`${verb} ${short(from)} to ${short(to)}`);
    };
  const unlink = async (path: string): Promise<void> => {
    await real.unlink(path);
    steps.push(`unlink ${short(path)}`);
  };
  return {
    ...real,
    ...{ rename: vi.fn(record("rename")), link: vi.fn(record("link")), unlink: vi.fn(unlink) },
    ...{ lstat: vi.fn(real.lstat), stat: vi.fn(real.stat), readFile: vi.fn(real.readFile) },
  };
}
