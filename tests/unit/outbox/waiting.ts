import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** All requests that wait in a folder, whole, the oldest first. */
export async function waitingIn(outbox: FolderOutbox): Promise<StoredRequest[]> {
  const { entries } = await outbox.index();
  const found = await Promise.all(entries.map(({ id }) => outbox.read(id)));
  return found.filter((stored) => stored !== undefined);
}
