import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "ignore" });
const TRIES = 50;
const mounted = new Set<string>();
process.once("exit", () => {
  for (const dir of mounted) execFileSync("umount", ["-l", dir], { stdio: "ignore" });
});

/** A small disk, of 64 KiB for one outbox, which can be filled and made read-only. Needs root; throws without. */
export async function mountDisk(size = "64k") {
  const dir = await mkdtemp(join(tmpdir(), "outbox-disk-"));
  mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dir);
  mounted.add(dir);
  const ballast = join(dir, "ballast");
  return {
    dir,
    fill: () => {
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      if (statfsSync(dir).bavail > 0) throw new Error("the disk is not full");
    },
    makeReadOnly: () => {
      // The kernel refuses as long as a file is open for writing.
      const remount = () => mount("-o", "remount,ro", dir);
      for (let tries = 1; tries < TRIES; tries++) {
        try {
          return remount();
        } catch {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        }
      }
      remount();
    },
    mend: () => {
      mount("-o", "remount,rw", dir);
      rmSync(ballast, { force: true });
    },
    remove: async () => {
      execFileSync("umount", ["-l", dir]);
      mounted.delete(dir);
      await rmdir(dir);
    },
  };
}

/** Why no disk can be mounted here, or undefined if it can. */
export async function noDisks(): Promise<string | undefined> {
  try {
    await (await mountDisk()).remove();
    return undefined;
  } catch (error) {
    return String(error).split("\n")[0];
  }
}
