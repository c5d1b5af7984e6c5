import { execFile, execFileSync, spawn } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "./until";

const run = promisify(execFile);

/** Nobody may stay behind on a frozen file system: what waits for it cannot even be killed. */
const THAW_AFTER_S = 60;
const COPIES_LIMIT = 500;

const mounted = new Set<string>();
process.once("exit", () => {
  for (const dir of mounted) execFileSync("umount", ["-l", dir], { stdio: "ignore" });
});

/** A disk of its own for one outbox. */
export type Disk = Awaited<ReturnType<typeof mountOn>>;

/** A new disk, small and soon full. Needs root. */
export const makeSmallDisk = async (size = "64k") =>
  mountOn(await mkdtemp(join(tmpdir(), "outbox-disk-")), "-t", "tmpfs", "-o", `size=${size}`, "tmpfs");

/**
 * An ext4 file system with a journal, in an image of 12 MB. Needs root and loop devices. The journal is written when
 * somebody flushes, and hardly ever by itself.
 *
 * @param left the image that a power cut has left, whose journal is replayed; a new one if not given
 */
export async function makeVolume(left?: Buffer): Promise<Disk> {
  const home = await mkdtemp(join(tmpdir(), "outbox-volume-"));
  const image = join(home, "image");
  writeFileSync(image, left ?? Buffer.alloc(12 * 1024 ** 2));
  if (!left) await run("mkfs.ext4", ["-q", "-F", "-b", "1024", "-J", "size=1", "-m", "0", image]);
  return mountOn(home, "-o", "loop,commit=300", image);
}

async function mountOn(home: string, ...what: string[]) {
  const dir = join(home, "mounted");
  const ballast = join(dir, "ballast");
  await mkdir(dir);
  await chmod(home, 0o711); // Whoever gets the disk must reach it.
  async function mount(): Promise<void> {
    await run("mount", [...what, dir]);
    mounted.add(dir);
  }
  /** Takes it from under whoever uses it. */
  async function unmount(): Promise<void> {
    await run("umount", ["-l", dir]);
    mounted.delete(dir);
  }
  const remount = (how: "ro" | "rw") =>
    run("mount", ["-o", `remount,${how}`, dir]).then(
      () => true,
      () => false,
    );
  await mount();
  return {
    dir,
    mount,
    unmount,
    fill: () => {
      // The site may delete a file meanwhile.
      for (let disk = statfsSync(dir); disk.bavail > 0; disk = statfsSync(dir))
        appendFileSync(ballast, Buffer.alloc(disk.bavail * disk.bsize));
    },
    /** The kernel refuses as long as a file is open for writing. */
    makeReadOnly: async () => {
      if (!(await until(() => remount("ro"), 2_000, 20))) throw new Error("the disk is not read-only");
    },
    mend: async () => {
      await remount("rw");
      rmSync(ballast, { force: true });
    },
    /** Writes to a volume stop here, and wait. @returns the function that thaws it; it may be called twice */
    freeze: async () => {
      const thaw = ["-c", `sleep ${THAW_AFTER_S}; fsfreeze -u "$0"`, dir];
      const guard = spawn("sh", thaw, { stdio: "ignore", detached: true });
      guard.unref();
      await run("fsfreeze", ["-f", dir]);
      return async () => {
        if (guard.pid && guard.exitCode === null) process.kill(-guard.pid, "SIGKILL");
        await run("fsfreeze", ["-u", dir]).catch(() => {});
      };
    },
    /**
     * What the device of a volume holds at this moment, without a flush of what lies above it. Two equal copies, one
     * after the other, are what it held between them.
     */
    cutPower: (): Buffer => {
      const image = join(home, "image");
      let before = readFileSync(image);
      for (let copies = 0; copies < COPIES_LIMIT; copies++) {
        const after = readFileSync(image);
        if (after.equals(before)) return after;
        before = after;
      }
      throw new Error("the image never stood still");
    },
    remove: async () => {
      if (mounted.has(dir)) await unmount();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Why no such disk can be made here, or undefined if it can. */
export const lacking = (make: () => Promise<Disk>): Promise<string | undefined> =>
  make()
    .then((disk) => disk.remove())
    .then(
      () => undefined,
      (error) => `no disk can be mounted here: ${String(error).split("\n")[0]}`,
    );

export const noSmallDisks = () => lacking(makeSmallDisk);
