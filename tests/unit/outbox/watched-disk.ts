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

/** Starts the record. Paths are seen from `dir`; a random name is a star. */
export function watchFrom(dir: string): void {
  root = dir;
  steps.length = 0;
}

const seen = (path: unknown) => (relative(root, String(path)) || ".").replace(/\b[0-9a-f]{16}(-\d+)?\b/, "*");

/** A step is noted when it has ended. */
function noting(step: string, done: Done): Done {
  return (error, result) => {
    if (!error) steps.push(step);
    done(error, result);
  };
}

/** Watches node:fs. */
export function watchFiles(real: typeof import("node:fs")) {
  const paths = new Map<unknown, string>();
  return {
    ...real,
    open: (path: string, flags: string, done: Done) =>
      real.open(path, flags, (error, file) => {
        paths.set(file, seen(path));
        done(error, file);
      }),
    fsync: (file: number, done: Done) => real.fsync(file, noting(`flush ${paths.get(file)}`, done)),
    close: (file: number, done: Done) => real.close(file, noting(`close ${paths.get(file)}`, done)),
    writeFile: (path: string, text: string, options: { flush?: boolean }, done: Done) => {
      const how = options.flush ? ", flushed" : "";
      real.writeFile(path, text, options, noting(`write ${seen(path)}${how}`, done));
    },
  };
}

/** Watches node:fs/promises. */
export function watchDisk(real: Fs) {
  const noted = async <T>(step: string, run: Promise<T>): Promise<T> => {
    const result = await run;
    steps.push(step);
    return result;
  };
  return {
    ...real,
    rename: vi.fn((from: string, to: string) =>
      noted(`rename ${seen(from)} to ${seen(to)}`, real.rename(from, to)),
    ),
    link: vi.fn((from: string, to: string) =>
      noted(`link ${seen(from)} to ${seen(to)}`, real.link(from, to)),
    ),
    unlink: vi.fn((path: string) => noted(`unlink ${seen(path)}`, real.unlink(path))),
    lstat: vi.fn(real.lstat),
    stat: vi.fn(real.stat),
    readFile: vi.fn(real.readFile),
  };
}
