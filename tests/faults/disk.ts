import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Nobody may stay behind on a frozen file system: what waits for it cannot even be killed. */
const THAW_AFTER_S = 60;
const COPIES_LIMIT = 500;
const TRIES = 50;

const mounted = new Set<string>();
process.once("exit", () => {
  for (const dir of mounted) execFileSync("umount", ["-l", dir], { stdio: "ignore" });
});

/** A disk of its own for one outbox. */
export type Disk = Awaited<ReturnType<typeof mountOn>>;

/** A new disk, small and soon full. Needs root. */
export const makeSmallDisk = async (size = "64k") =>
  mountOn(await mkdtemp(join(tmpdir(), "outbox-disk-")), "-t", "tmpfs", "-o", `size=${size}`, "tmpfs");

/** A new ext4 file system with a journal, in an image of 12 MB. Needs root and loop devices. */
export async function makeVolume() {
  const home = await mkdtemp(join(tmpdir(), "outbox-volume-"));
  await run("truncate", ["-s", "12M", join(home, "image")]);
  await run("mkfs.ext4", ["-q", "-F", "-b", "1024", "-J", "size=1", "-m", "0", join(home, "image")]);
  return mountImage(home);
}

/** The image that a power cut has left, mounted: ext4 replays its journal. */
export async function mountCopy(image: Buffer) {
  const home = await mkdtemp(join(tmpdir(), "outbox-volume-"));
  writeFileSync(join(home, "image"), image);
  return mountImage(home);
}

/** The journal is written when somebody flushes, and hardly ever by itself. */
async function mountImage(home: string) {
  const image = join(home, "image");
  const disk = await mountOn(home, "-o", "loop,commit=300", image);
  return {
    ...disk,
    /** Writes stop here, and wait. @returns the function that thaws it; it may be called twice */
    freeze: async () => {
      const thaw = ["-c", `sleep ${THAW_AFTER_S}; fsfreeze -u "$0"`, disk.dir];
      const guard = spawn("sh", thaw, { stdio: "ignore", detached: true });
      guard.unref();
      await run("fsfreeze", ["-f", disk.dir]);
      return async () => {
        if (guard.pid && guard.exitCode === null) process.kill(-guard.pid, "SIGKILL");
        await run("fsfreeze", ["-u", disk.dir]).catch(() => {});
      };
    },
    /**
     * What the device holds at this moment, without a flush of what lies above it. Two equal copies, one after the
     * other, are what it held between them.
     */
    cutPower: (): Buffer => {
      let before = readFileSync(image);
      for (let copies = 0; copies < COPIES_LIMIT; copies++) {
        const after = readFileSync(image);
        if (after.equals(before)) return after;
        before = after;
      }
      throw new Error("the image never stood still");
    },
  };
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
  const remount = (how: "ro" | "rw") => run("mount", ["-o", `remount,${how}`, dir]);
  await mount();
  return {
    dir,
    mount,
    unmount,
    fill: () => {
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      if (statfsSync(dir).bavail > 0) throw new Error("the disk is not full");
    },
    /** The kernel refuses as long as a file is open for writing. */
    makeReadOnly: async () => {
      for (let tries = 1; tries < TRIES; tries++) {
        const done = await remount("ro").catch(() => undefined);
        if (done) return;
        await sleep(20);
      }
      await remount("ro");
    },
    mend: async () => {
      await remount("rw");
      rmSync(ballast, { force: true });
    },
    remove: async () => {
      if (mounted.has(dir)) await unmount();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Why none of these can be made here, or undefined if it can. */
const noMounts = (make: () => Promise<void>) => (): Promise<string | undefined> =>
  make().then(
    () => undefined,
    (error) => `no disk can be mounted here: ${String(error).split("\n")[0]}`,
  );

export const noSmallDisks = noMounts(async () => (await makeSmallDisk()).remove());
export const noVolumes = noMounts(async () => {
  const volume = await makeVolume();
  const thaw = await volume.freeze();
  await thaw();
  await volume.remove();
});
