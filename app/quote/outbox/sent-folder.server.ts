import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { move, putUnsynced } from "~/quote/outbox/durable-files.server";
import { formatStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";

/**
 * Moves an accepted request from `new/` to `sent/`; with 0 days it is deleted instead. The note of who took it is
 * written only where that is not what nearly always happens: accepted at once, by the first channel.
 *
 * @throws what moving or deleting throws, `ENOENT` among it, not what the note does
 */
export async function acceptFile(dir: string, request: StoredRequest, keepDays: number): Promise<void> {
  const name = `${request.id}.json`;
  if (keepDays === 0) return unlink(join(dir, "new", name));
  // The move needs no space on the disk and cannot lose the only copy; writing anew could.
  await move(join(dir, "new", name), join(dir, "sent", name));
  const atOnce = Object.keys(request.tries).length === 0 && request.sent?.class === "accepted";
  if (!atOnce) await putUnsynced(dir, "sent", name, formatStoredRequest(request)).catch(() => {});
}
