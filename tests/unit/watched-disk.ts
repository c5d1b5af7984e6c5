import { relative } from "node:path";
import { vi } from "vitest";

/**
 * The real disk, watched, for a test file that begins with
 * `vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()))`.
 */

type Fs = typeof import("node:fs/promises");

/** What changed on the disk, in order: "write tmp/*.json, flushed", "rename tmp/*.json to new/a.json", "flush new". */
export const steps: string[] = [];
let root = "/";

/** Starts the record. Paths are seen from `dir`; 16 random digits are a star. */
export function watchFrom(dir: string): void {
  root = dir;
  steps.length = 0;
}

export function watchDisk(real: Fs) {
  const seen = (path: unknown) => (relative(root, String(path)) || ".").replace(/\b[0-9a-f]{16}\b/, "*");
  /** A step is noted when it has ended. */
  const noted = async <T>(step: string, run: Promise<T>): Promise<T> => {
    const result = await run;
    steps.push(step);
    return result;
  };
  const open: Fs["open"] = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    const { sync, close } = handle;
    handle.sync = () => noted(`flush ${seen(path)}`, sync.call(handle));
    handle.close = () => noted(`close ${seen(path)}`, close.call(handle));
    return handle;
  };
  const writeFile: Fs["writeFile"] = (path, data, options) => {
    const flushed = (options as { flush?: boolean } | undefined)?.flush;
    return noted(`write ${seen(path)}${flushed ? ", flushed" : ""}`, real.writeFile(path, data, options));
  };
  return {
    ...real,
    open,
    writeFile: vi.fn(writeFile),
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
    readdir: vi.fn(real.readdir),
  };
}
