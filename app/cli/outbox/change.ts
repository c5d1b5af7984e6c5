import { type Found, find } from "~/monitoring/requests-in.server";
import { type Outbox, PLACES, type Place } from "~/quote/outbox/outbox.server";
import { type StoredRequest, startOver, withNote } from "~/quote/outbox/stored-request.server";

/** Makes a waiting request due. Returns false if it does not wait, or is damaged. */
export async function makeDue(id: string, outboxes: readonly Outbox[]): Promise<boolean> {
  const free = ({ heldUntil: _, ...request }: StoredRequest): StoredRequest => ({
    ...request,
    tries: Object.fromEntries(
      Object.entries(request.tries).map(([channel, { next: __, ...tried }]) => [channel, tried]),
    ),
  });
  for (const outbox of outboxes) if (await outbox.change(id, "new", free)) return true;
  return false;
}

/** Makes a waiting request due. Throws if it does not wait. */
export async function now(id: string, outboxes: readonly Outbox[]): Promise<void> {
  if (await makeDue(id, outboxes)) return;
  intact(await find(id, outboxes));
  throw new Error(`${id} is not waiting: use \`again\`.`);
}

/** Sends again a request that was given up or sent. */
export async function again(id: string, outboxes: readonly Outbox[]): Promise<void> {
  const found = await find(id, outboxes);
  const { outbox, place } = found;
  if (place === "new") throw new Error(`${id} is waiting: use \`now\`.`);
  intact(found);
  const at = new Date().toISOString();
  // If it is marked as sent, it is sent again even if an equal one was accepted within the hour.
  const mark = (stored: StoredRequest): StoredRequest => {
    const { dead: _, sent, ...rest } = place === "sent" ? withNote(stored) : stored;
    return { ...startOver(rest), sent: sent ?? { at, channel: "", class: "" } };
  };
  if (!(await outbox.change(id, place, mark, "new"))) await again(id, outboxes); // It left in the meantime.
}

/** Deletes a request, wherever it is, even if it cannot be read. */
export async function forget(id: string, outboxes: readonly Outbox[]): Promise<void> {
  if (!(await deleteEverywhere(id, outboxes))) throw new Error(`There is no request ${id}.`);
}

/**
 * Deletes a request from every place: it may have moved since it was found.
 *
 * @returns whether it was in one. Throws if it stays in one; it is still deleted from the others.
 */
export async function deleteEverywhere(id: string, outboxes: readonly Outbox[]): Promise<boolean> {
  const deleted: Place[] = [];
  const refusals: string[] = [];
  // In the order in which the site moves them.
  for (const place of PLACES)
    for (const outbox of outboxes)
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
