import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { put, stampOf } from "~/quote/outbox/durable-files.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import { formatStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";

/**
 * Changes a waiting request while the site may send it: only the file that was read is replaced, so one that was accepted
 * meanwhile does not come back. One that got a note of an attempt meanwhile is read again.
 *
 * @returns false if it does not wait, or is damaged
 */
export async function updateWaiting(
  id: string,
  outbox: Pick<FolderOutbox, "dir" | "check" | "read">,
  change: (request: StoredRequest) => StoredRequest,
): Promise<boolean> {
  const name = `${id}.json`;
  await outbox.check();
  const stamp = await disk(() => stampOf(join(outbox.dir, "new", name)));
  const request = await outbox.read(id);
  if (!stamp || !request) return false;
  const text = formatStoredRequest(change(request));
  return (
    (await disk(() => put(outbox.dir, "new", name, text, { stamp }))) || updateWaiting(id, outbox, change)
  );
}
