import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { put, readIfThere, stampOf } from "~/quote/outbox/durable-files.server";
import type { Place } from "~/quote/outbox/outbox.server";
import {
  formatStoredRequest,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";

/**
 * Changes the file of a request: only the one that was read is replaced. One that was written meanwhile is read again.
 *
 * @returns false if it is not there, or is damaged
 */
export async function updateStored(
  dir: string,
  place: Place,
  id: string,
  edit: (request: StoredRequest) => StoredRequest,
): Promise<boolean> {
  const name = `${id}.json`;
  const path = join(dir, place, name);
  const stamp = await disk(() => stampOf(path));
  const request = parseStoredRequest((await disk(() => readIfThere(path))) ?? "");
  if (!stamp || !request) return false;
  const text = formatStoredRequest(edit(request));
  return (await disk(() => put(dir, place, name, text, { stamp }))) || updateStored(dir, place, id, edit);
}
