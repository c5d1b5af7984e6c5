import { stat } from "node:fs/promises";
import { disk } from "~/quote/outbox/disk.server";

/**
 * Run as root, a command becomes the outbox folder's owner before it touches the folder: the site could neither read nor
 * replace what root wrote. Ends the process if it cannot.
 */
export async function actAsOwner(dir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await disk(() => stat(dir)).catch(() => undefined);
  if (!owner || owner.uid === 0) return;
  const { uid, gid } = owner;
  try {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch {
    process.stderr.write(`Root cannot become the owner of OUTBOX_DIR here. Run this as user ${uid}.\n`);
    process.exit(1);
  }
}
