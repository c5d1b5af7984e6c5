import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import { type Found, find, PLACES, type Place } from "~/quote/outbox/outbox.server";
import { type StoredRequest, startOver, withNote } from "~/quote/outbox/stored-request.server";
import { updateStored } from "~/quote/outbox/update-stored.server";

/** Makes a waiting request due. Returns false if it does not wait, or is damaged. */
export const makeDue = (id: string, outbox: FolderOutbox): Promise<boolean> =>
  updateStored(id, "new", outbox, ({ heldUntil: _, ...request }) => ({
    ...request,
    tries: Object.fromEntries(
      Object.entries(request.tries).map(([channel, { next: __, ...tried }]) => [channel, tried]),
    ),
  }));

/** Makes a waiting request due. Throws if it does not wait. */
export async function now(id: string, outbox: FolderOutbox): Promise<void> {
  if (await makeDue(id, outbox)) return;
  intact(await find(id, outbox));
  throw new Error(`${id} is not waiting: use \`again\`.`);
}

/** Sends a request once more that was given up or sent. */
export async function again(id: string, outbox: FolderOutbox): Promise<void> {
  const found = await find(id, outbox);
  const { place } = found;
  if (place === "new") throw new Error(`${id} is waiting: use \`now\`.`);
  intact(found);
  const at = new Date().toISOString();
  // Marked as sent it is sent even if an equal one was accepted within the hour.
  const mark = (stored: StoredRequest): StoredRequest => {
    const { dead: _, sent, ...rest } = place === "sent" ? withNote(stored) : stored;
    return { ...startOver(rest), sent: sent ?? { at, channel: "", class: "" } };
  };
  // Marked where it is, then moved: it is never in two places.
  if (await updateStored(id, place, outbox, mark)) await outbox.bringBack(id, place);
  else await again(id, outbox); // It left meanwhile.
}

/** Deletes a request, wherever it is, even if it cannot be read. */
export async function forget(id: string, outbox: FolderOutbox): Promise<void> {
  if (!(await deleteEverywhere(id, outbox))) throw new Error(`There is no request ${id}.`);
}

/**
 * Deletes a request from every place: it may have moved since it was found.
 *
 * @returns whether it was in one. Throws if it stays in one; it is deleted from the others all the same.
 */
export async function deleteEverywhere(id: string, outbox: FolderOutbox): Promise<boolean> {
  const deleted: Place[] = [];
  const refusals: string[] = [];
  // In the order in which the site moves them.
  for (const place of PLACES)
    await outbox.remove(id, place).then(
      (wasThere) => wasThere && deleted.push(place),
      (error: Error) => refusals.push(error.message),
    );
  const isGone = deleted.length > 0;
  if (refusals.length === 0) return isGone;
  const gone = isGone ? ` It was deleted from ${deleted.join(", ")}.` : "";
  throw new Error(`${id} is still there: ${refusals.join("; ")}.${gone}`);
}

function intact({ id, request, problem }: Found): StoredRequest {
  if (request) return request;
  throw new Error(`${id} ${problem}: use \`show\`, then \`forget\`.`);
}
