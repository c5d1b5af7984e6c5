import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { put, stampOf } from "~/quote/outbox/durable-files.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Place } from "~/quote/outbox/outbox.server";
import {
  formatStoredRequest,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";

/**
 * Changes a request while the site may send it: only the file that was read is replaced, so one that was accepted meanwhile
 * does not come back. One that got a note of an attempt meanwhile is read again.
 *
 * @returns false if it is not in that place, or is damaged
 */
export async function updateStored(
  id: string,
  place: Place,
  outbox: Pick<FolderOutbox, "dir" | "check" | "text">,
  change: (request: StoredRequest) => StoredRequest,
): Promise<boolean> {
  const name = `${id}.json`;
  await outbox.check();
  const stamp = await disk(() => stampOf(join(outbox.dir, place, name)));
  const request = parseStoredRequest((await outbox.text(place, id)) ?? "");
  if (!stamp || !request) return false;
  const text = formatStoredRequest(change(request));
  return (
    (await disk(() => put(outbox.dir, place, name, text, { stamp }))) ||
    updateStored(id, place, outbox, change)
  );
}
