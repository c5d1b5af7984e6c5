import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Nobody may stay behind on a frozen file system: what waits for it cannot even be killed. */
const THAW_AFTER_S = 60;
/** The journal is written when somebody flushes, and hardly ever by itself. */
const OPTIONS = "loop,commit=300";
const COPIES_LIMIT = 500;

const mounted = new Set<string>();
process.once("exit", () => {
  for (const dir of mounted) execFileSync("umount", ["-l", dir], { stdio: "ignore" });
});

export type Volume = Awaited<ReturnType<typeof openVolume>>;

/** A new ext4 file system with a journal, in an image of `megabytes`, mounted on a folder. Needs root and loop devices. */
export async function makeVolume(megabytes = 12) {
  const home = await mkdtemp(join(tmpdir(), "outbox-volume-"));
  const image = join(home, "image");
  await run("truncate", ["-s", `${megabytes}M`, image]);
  await run("mkfs.ext4", ["-q", "-F", "-b", "1024", "-J", "size=1", "-m", "0", image]);
  return openVolume(home);
}

/** The image that a power cut has left, mounted: ext4 replays its journal. */
export async function mountImage(content: Buffer): Promise<Volume> {
  const home = await mkdtemp(join(tmpdir(), "outbox-volume-"));
  writeFileSync(join(home, "image"), content);
  return openVolume(home);
}

async function openVolume(home: string) {
  const image = join(home, "image");
  const dir = join(home, "mounted");
  await run("mkdir", [dir]);

  async function mount(): Promise<void> {
    await run("mount", ["-o", OPTIONS, image, dir]);
    mounted.add(dir);
  }
  /** Takes it from under whoever uses it. */
  async function unmount(): Promise<void> {
    await run("umount", ["-l", dir]);
    mounted.delete(dir);
  }
  await mount();

  return {
    dir,
    mount,
    unmount,
    /** Writes stop here, and wait. @returns the function that thaws it; it may be called twice */
    freeze: async () => {
      const guard = spawn("sh", ["-c", `sleep ${THAW_AFTER_S}; fsfreeze -u "$0"`, dir], {
        stdio: "ignore",
        detached: true,
      });
      guard.unref();
      await run("fsfreeze", ["-f", dir]);
      return async () => {
        if (guard.pid && guard.exitCode === null) process.kill(-guard.pid, "SIGKILL");
        await run("fsfreeze", ["-u", dir]).catch(() => {});
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
    remove: async () => {
      if (mounted.has(dir)) await unmount();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Why no volume can be made and frozen here, or undefined if it can. */
export async function noVolumes(): Promise<string | undefined> {
  try {
    const volume = await makeVolume();
    try {
      const thaw = await volume.freeze();
      await thaw();
    } finally {
      await volume.remove();
    }
    return undefined;
  } catch (error) {
    return `no ext4 image can be mounted and frozen: ${String(error).split("\n")[0]}`;
  }
}
